const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」（），！？；：]/u;

/** Whether the text holds a letter of a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Whether two texts join without a space, as Chinese or Japanese characters do. */
export function joinsWithoutSpace(before: string, after: string): boolean {
  const last = before.at(-1);
  const first = after.at(0);
  return last !== undefined && first !== undefined && spaceless.test(last) && spaceless.test(first);
}
