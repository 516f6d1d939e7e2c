import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setting } from './setting';

/** Secrets that the programs of one data folder share. */
export interface Secrets {
  /** Base64 of 32 bytes; signs links. */
  signingKey: string;
  /** Text of the development key. */
  devApiKey: string;
}

/** The secrets that the environment presets, else those of the data folder, made at its first start. */
export function readSecrets(dataFolder: string): Secrets {
  const keep = (name: string, make: () => string): string => keptSecret(path.join(dataFolder, name), make);
  return {
    signingKey: setting('SIGNING_KEY') ?? keep('signing-key', () => randomBytes(32).toString('base64')),
    devApiKey:
      setting('DEV_API_KEY') ?? keep('dev-api-key', () => `svc_dev_${randomBytes(24).toString('base64url')}`),
  };
}

function keptSecret(file: string, make: () => string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = make();
  writeFileSync(`${file}.draft`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.draft`, file);
  return secret;
}
