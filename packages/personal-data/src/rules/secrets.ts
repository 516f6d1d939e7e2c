import type { PiiSpan } from '../engine';

const passwordCue =
  /(?<![\p{L}\d])(?:pass(?:word|code|wort|phrase)|pwd|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|lösenord)(?![\p{L}\d])/giu;
const userCue =
  /(?<![\p{L}\d])(?:user[ _-]?(?:name|id)|login(?: name)?|benutzername|nom d'utilisateur|nombre de usuario|screen name|nickname)(?![\p{L}\d])/giu;
/** Up to three words between a cue and its value, then the value. */
const passwordValue =
  /(?:\s{1,2}(?:is|was|are|ist|lautet|est|es|to|now|temporary|new)){0,3}\s{0,2}([:=]?)\s{0,2}["'“`]?([^\s"'“”`,;<>]{4,64})/iuy;
const userValue =
  /\s{0,2}(?:[:=]|\bis\b|\bist\b|\best\b|\bes\b)\s{0,2}["'“`]?@?([\p{L}\p{N}][\p{L}\p{N}._-]{2,31})/iuy;
const noSecret =
  /^(?:string|text|required|optional|null|none|true|false|undefined|hidden|reset|changed?|expired|protected|\*+|•+|x+|\.+|https?:.*|\d{1,3})$/i;

/** Passwords and user names after the words that announce them. */
export function findSecrets(text: string): PiiSpan[] {
  return [...findPasswords(text), ...findUsernames(text)];
}

function findPasswords(text: string): PiiSpan[] {
  return valuesBehind(text, passwordCue, passwordValue, ([, sign, value]) => {
    const secret = value!.replace(/[.!?)]+$/, '');
    if (noSecret.test(secret)) return null;
    const isMixed = /[\d!@#$%^&*+=~_]/.test(secret) || /\p{Ll}\p{Lu}/u.test(secret);
    return isMixed || (sign !== '' && secret.length >= 6 && !/^\p{Lu}?\p{Ll}+$/u.test(secret))
      ? secret
      : null;
  }).map((span) => ({ ...span, tag: 'PASSWORD' }));
}

function findUsernames(text: string): PiiSpan[] {
  return valuesBehind(text, userCue, userValue, ([, value]) => {
    const name = value!.replace(/[._-]+$/, '');
    return noSecret.test(name) || /^(?:and|or|the|not|your|already|a|an|of|for|in|taken|invalid)$/i.test(name)
      ? null
      : name;
  }).map((span) => ({ ...span, tag: 'USERNAME' }));
}

/** Values that `take` reads from the text after each cue. */
function valuesBehind(
  text: string,
  cue: RegExp,
  form: RegExp,
  take: (found: RegExpExecArray) => string | null,
): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(cue)) {
    form.lastIndex = index + word.length;
    const found = form.exec(text);
    const value = found === null ? null : take(found);
    if (found === null || value === null || value.length < 3) continue;
    const start = found.index + found[0].length - found.at(-1)!.length;
    spans.push({ start, end: start + value.length });
  }
  return spans;
}
