import { z } from 'zod';

/** What a tool sends to an operation of the API: parameters of the path and query as texts, and the body. */
export interface SentToOperation {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * Calls an operation for the caller of the tool, with its checks and limits, and returns the body of the
 * answer.
 *
 * @throws ToolFailure for a refusal
 */
export type CallOperation = (operationId: string, sent?: SentToOperation) => Promise<unknown>;

/** A failure whose message an assistant is meant to read. */
export class ToolFailure extends Error {}

/** A tool of assistants. It works through operations of the API, so that it has their rights and limits. */
export interface AssistantTool {
  name: string;
  title: string;
  /** What it is for, in the words of an assistant that chooses a tool. */
  description: string;
  /** The operation whose right a key needs, in order to be offered the tool. */
  operation: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Whether it changes nothing. */
  isReadOnly: boolean;
  run(input: never, call: CallOperation): Promise<object>;
}

/** Infers the types of a tool's input and output. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<AssistantTool, 'input' | 'output' | 'run'> & {
    input: Input;
    output: Output;
    run(input: z.output<Input>, call: CallOperation): Promise<z.input<Output>>;
  },
): AssistantTool {
  return tool;
}

const answerBytesDefault = 8_000;
const answerBytesMax = 100_000;

/** The input by which an assistant asks for longer or shorter answers. */
export const maxBytes = z
  .int()
  .min(1_000)
  .max(answerBytesMax)
  .default(answerBytesDefault)
  .describe('Longest answer in bytes. Texts are cut, then results left out, until it fits.');
