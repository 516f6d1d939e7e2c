import { fileReader } from '../file-reader';

const { read } = fileReader();
const chunksOf = async (html: string) => {
  const { documents } = await read(`<!doctype html><html><body>${html}</body></html>`, 'a.html');
  return documents[0]!.chunks.map(({ type, text }) => [type, text]);
};

describe('hidden text of a page is left out', () => {
  it.each([
    ['of a paragraph', '<p hidden>no</p><p>Yes.</p>'],
    ['of a paragraph left open', '<p style="display:none">no<p>Yes.'],
    ['of a paragraph that a block ends', '<p style="display:none">no<div>Yes.</div>'],
    ['of a paragraph in another element', '<div><p style="DISPLAY : none !important">no<b>no</b></div>Yes.'],
    ['of an element in it', '<p hidden>no<span>no <i>no</i></span></p>Yes.'],
    ['that collapses', '<p style="color:red;visibility:collapse">no</p>Yes.'],
    ['of mails', '<div style="mso-hide:all">no</div>Yes.'],
    ['of a dialog', '<dialog><p>no</p></dialog>Yes.'],
    ['that pops up', '<div popover="auto">no</div>Yes.'],
    ['with a picture', '<p hidden><img src="a.png" alt="no"></p>Yes.'],
    ['with a table', '<p hidden>no</p><div hidden><table><tr><td>no<td>no</table></div>Yes.'],
    ['that is never closed', 'Yes.<p hidden>no<b>no'],
  ])('%s', async (_, html) => {
    expect(await chunksOf(html)).toEqual([['body', 'Yes.']]);
  });

  it('of items, which do not count', async () => {
    const html = '<ol><li>a<li hidden>no<ul><li>no</ul><li>b</li><li style="display:none">no</ol><p>Yes.';
    expect(await chunksOf(html)).toEqual([['body', '1. a\n2. b\n\nYes.']]);
  });

  it('of definitions', async () => {
    expect(await chunksOf('<dl><dt>a<dd hidden>no<dt hidden>no<dd>b</dl>')).toEqual([['body', 'a\n  b']]);
  });

  it('of rows, and of cells, which keep their place', async () => {
    const html =
      '<table><tr><th>A<th>B<th>C<tr hidden><td>no<td>no<td>no<tr><td>1<td hidden>no<table><tr><td>no</table><td>3' +
      '<tr style="display:none"><td>no</table>Yes.';
    expect(await chunksOf(html)).toEqual([['table', 'A | B | C\n1 |  | 3\n\nYes.']]);
  });

  it.each([
    ['until it is found', '<p hidden="until-found">Yes.</p>'],
    ['of an open dialog', '<dialog open><p>Yes.</p></dialog>'],
    ['of a page that a script shows', '<body hidden><p>Yes.'],
    ['with a style that only looks like it', '<p style="x-display:none;background:url(display:none)">Yes.'],
    ['folded up', '<details><summary>Yes.</summary></details>'],
  ])('but not what is %s', async (_, html) => {
    expect(await chunksOf(html)).toEqual([['body', 'Yes.']]);
  });
});

describe('the main part of a page', () => {
  const text = 'The pump needs oil every 500 hours.';

  it.each(['<main>', '<div role="main">', "<DIV ROLE='main'>"])('in %s is its content', async (open) => {
    const close = open.startsWith('<main') ? '</main>' : '</div>';
    const html = `<h1>Pumps</h1><div>Login</div><ul><li>Home<li>Shop</ul>${open}<h2>Care</h2><p>${text}</p>
      <table><tr><th>A<th>B<tr><td>1<td>2</table>${close}<aside><p>Read also</p></aside>`;
    expect(await chunksOf(html)).toEqual([
      ['body', `Pumps\n\nCare\n\n${text}`],
      ['table', 'A | B\n1 | 2'],
      ['page_header', 'Login\n- Home\n- Shop'],
      ['page_footer', 'Read also'],
    ]);
  });

  it.each([
    ['holds less than half of the text', `<main>Few words.</main><p>${text}</p>`],
    ['is empty', `<main></main><p>${text}</p>`],
    ['is hidden', `<main hidden>${text}${text}</main><p>${text}</p>`],
    ['is only spoken of', `<!-- <main> --><script>"<main>${text}"</script><p>${text}</p>`],
  ])('that %s is no reason to leave the rest', async (_, html) => {
    const chunks = await chunksOf(html);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]![0]).toBe('body');
    expect(chunks[0]![1]).toContain(text);
  });
});

it('a page of hidden and main elements without an end is read in a time that grows with its length', async () => {
  const html = '<p hidden>'.repeat(50_000) + '<main>'.repeat(50_000) + '<li hidden><div>'.repeat(50_000);
  expect(await chunksOf(`<p>Yes.${html}`)).toEqual([['body', 'Yes.']]);
});
