import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Sheaf, uploadFile } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { sentShare } from '../../data/sent-share';
import { DropFiles } from '../../parts/drop-files';
import { Fault } from '../../parts/fault';
import { type OcrLanguage, OcrLanguageField } from '../../parts/ocr-language-field';
import { Progress } from '../../parts/progress';

type OptionName =
  | 'include_verified_facts'
  | 'include_images'
  | 'include_hidden_sheets'
  | 'include_tags_summary';

type ChosenOptions = Readonly<Record<OptionName, boolean>>;

const options: readonly { name: OptionName; label: string }[] = [
  { name: 'include_verified_facts', label: 'Verified facts of the columns of spreadsheets' },
  { name: 'include_images', label: 'Pictures and charts of spreadsheets' },
  { name: 'include_hidden_sheets', label: 'Hidden sheets' },
  { name: 'include_tags_summary', label: 'Tags and a summary of each chunk, by a model' },
];

const spreadsheetEnding = /\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv)$/i;

/** Whether a file or link is parsed as a spreadsheet, by its ending. */
function isSpreadsheet(name: string): boolean {
  return spreadsheetEnding.test(URL.canParse(name) ? new URL(name).pathname : name);
}

/** Form that parses a file or a link to one, then opens the page of its job. */
export function ParseForm() {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ChosenOptions>({
    include_verified_facts: true,
    include_images: true,
    include_hidden_sheets: true,
    include_tags_summary: false,
  });
  const [ocrLanguage, setOcrLanguage] = useState<OcrLanguage>('auto');
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function parse(name: string, inputOf: (sheaf: Sheaf) => Promise<string>) {
    setError(null);
    setSending({ name, share: 0 });
    try {
      const input = await inputOf(sheaf);
      const { include_tags_summary } = chosen;
      const job = isSpreadsheet(name)
        ? await sheaf.post('/v3/parse/spreadsheets', { body: { input, ...chosen } })
        : await sheaf.post('/v3/parse/documents', {
            body: { input, include_tags_summary, ocr_language: ocrLanguage },
          });
      await navigate(`/parse/${encodeURIComponent(job.job_id)}`);
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
        <OcrLanguageField value={ocrLanguage} onChange={setOcrLanguage} />
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
      {options.map(({ name, label }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen[name]}
            onChange={(event) => {
              choose({ ...chosen, [name]: event.target.checked });
            }}
          />{' '}
          {label}
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
