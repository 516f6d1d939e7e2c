import { Command } from 'commander';
import { loginFile, removeLogin } from '../login-file.js';

/** `sheaf logout`: removes the saved login. The key itself stays valid. */
export const logoutCommand = (): Command =>
  new Command('logout')
    .description('Forget the address and the key of login; the key stays valid')
    .action(() => {
      const line = removeLogin() ? `Removed ${loginFile()}.` : 'There is no login to forget.';
      process.stderr.write(`${line}\n`);
      if (process.env.SHEAF_API_KEY !== undefined)
        process.stderr.write('SHEAF_API_KEY is set: commands still use that key.\n');
    });
