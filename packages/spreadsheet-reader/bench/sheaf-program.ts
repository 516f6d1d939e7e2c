import { runPeerProgram } from './peer-program';
import { readWorkbook } from './read-workbook';

/** Our reader in a process of its own, as `sheaf, new process`. */
void runPeerProgram(readWorkbook);
