import { useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Sheaf, uploadFile } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { sentShare } from '../../data/sent-share';
import { DropFiles } from '../../parts/drop-files';
import { Fault } from '../../parts/fault';
import { OcrLanguageField } from '../../parts/ocr-language-field';
import { Progress } from '../../parts/progress';
import { type ChosenOptions, type OptionName, optionNames, readOptions } from './parse-options';
import { type ParseRequest, startParse } from './start-parse';

const labels: Readonly<Record<OptionName, string>> = {
  include_verified_facts: 'Verified facts of the columns of spreadsheets',
  include_images: 'Pictures and charts of spreadsheets',
  include_hidden_sheets: 'Hidden sheets',
  include_tags_summary: 'Tags and a summary of each chunk, by a model',
};

const spreadsheetEnding = /\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv)$/i;

/** Whether a file or link is parsed as a spreadsheet, by its ending. */
function isSpreadsheet(name: string): boolean {
  return spreadsheetEnding.test(URL.canParse(name) ? new URL(name).pathname : name);
}

/** Form that parses a file or a link to one, then opens the page of its job. */
export function ParseForm() {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<ChosenOptions>(() => readOptions(params));
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function parse(name: string, inputOf: (sheaf: Sheaf) => Promise<string>) {
    setError(null);
    setSending({ name, share: 0 });
    try {
      const input = await inputOf(sheaf);
      const { ocr_language, ...flags } = chosen;
      const { include_tags_summary } = flags;
      const request: ParseRequest = isSpreadsheet(name)
        ? { type: 'spreadsheet', input, options: flags }
        : { type: 'document', input, options: { include_tags_summary, ocr_language } };
      const jobId = await startParse(sheaf, request);
      await navigate(`/parse/${encodeURIComponent(jobId)}`);
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(null);
    }
  }

  function parseFile(file: File) {
    void parse(file.name, () =>
      uploadFile(sheaf, file, {
        onProgress(progress) {
          setSending({ name: file.name, share: sentShare(progress) });
        },
      }),
    );
  }

  return (
    <section className="card parse-form" aria-label="Parse a file">
      <DropFiles
        label="Drop a file here, or choose one"
        hint="A spreadsheet (XLSX, XLSM, XLSB, XLS, ODS, CSV, TSV) or a document, up to 100 MB"
        disabled={sending !== null}
        take={([file]) => {
          if (file !== undefined) parseFile(file);
        }}
      />
      <div className="parse-options">
        <OptionBoxes chosen={chosen} choose={setChosen} disabled={sending !== null} />
        <OcrLanguageField
          value={chosen.ocr_language}
          onChange={(language) => {
            setChosen({ ...chosen, ocr_language: language });
          }}
        />
        <LinkField
          disabled={sending !== null}
          parse={(link) => {
            void parse(link, () => Promise.resolve(link));
          }}
        />
      </div>
      {sending !== null && (
        <div className="sending" role="status">
          <p>
            Sending <span className="long">{sending.name}</span>…
          </p>
          <Progress label="Sent" done={sending.share} total={sending.share === 0 ? null : 1} />
        </div>
      )}
      {error !== null && <Fault error={error} />}
    </section>
  );
}

function OptionBoxes(props: {
  chosen: ChosenOptions;
  choose: (chosen: ChosenOptions) => void;
  disabled: boolean;
}) {
  const { chosen, choose, disabled } = props;
  return (
    <fieldset disabled={disabled}>
      <legend>Read as well</legend>
      {optionNames.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen[name]}
            onChange={(event) => {
              choose({ ...chosen, [name]: event.target.checked });
            }}
          />{' '}
          {labels[name]}
        </label>
      ))}
    </fieldset>
  );
}

function LinkField({ disabled, parse }: { disabled: boolean; parse: (link: string) => void }) {
  const fieldId = useId();
  const [link, setLink] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        parse(link.trim());
      }}
    >
      <label htmlFor={fieldId}>Or a link to one</label>
      <div className="actions">
        <input
          id={fieldId}
          type="url"
          required
          placeholder="https://"
          value={link}
          onChange={(event) => {
            setLink(event.target.value);
          }}
        />
        <button type="submit" disabled={disabled}>
          Parse
        </button>
      </div>
    </form>
  );
}
