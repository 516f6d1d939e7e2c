const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」（），！？；：]/u;

/** Whether it holds a letter of a script that runs from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Whether a space between the two would be wrong, as between Chinese or Japanese characters. */
export function joinsWithoutSpace(before: string, after: string): boolean {
  const last = before.at(-1);
  const first = after.at(0);
  return last !== undefined && first !== undefined && spaceless.test(last) && spaceless.test(first);
}
