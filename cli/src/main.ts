#!/usr/bin/env node
import { Command } from 'commander';

const program = new Command('sheaf').description('Parse, index, query and watch from a shell.');
await program.parseAsync();
