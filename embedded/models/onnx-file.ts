/**
 * Writes ONNX files: protocol buffers by hand, because the few message types that a graph needs are no reason
 * for a library. Field numbers are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */

const irVersion = 8;
const opsetVersion = 17;
const producer = 'st2onnx';
/** Operators of ONNX Runtime that are not in the standard; every build of the runtime has them. */
export const runtimeDomain = 'com.microsoft';

/** Element types that are in use, by their ONNX numbers. */
const elementTypes = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 } as const;
export type ElementType = keyof typeof elementTypes;

/** Number of an element type, as the operator `Cast` takes it. */
export function elementTypeNumber(type: ElementType): number {
  return elementTypes[type];
}

/** A constant of the graph. */
export interface Constant {
  name: string;
  type: ElementType;
  shape: readonly number[];
  /** Numbers of the type; a 16-bit float as its bits. */
  values: Float32Array | Uint8Array | Int8Array | Uint16Array | BigInt64Array;
}

/** An operation: whole-number attributes are plain, real ones wrapped. */
export interface Operation {
  type: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Record<string, number | { float: number }>;
  domain?: typeof runtimeDomain;
}

/** An input or output of the graph; a dimension of any size has a name. */
export interface Port {
  name: string;
  type: ElementType;
  shape: readonly (number | string)[];
}

/** A graph with its operations in an order in which they can run. */
export interface Graph {
  name: string;
  constants: readonly Constant[];
  operations: readonly Operation[];
  inputs: readonly Port[];
  outputs: readonly Port[];
}

/** The bytes of an ONNX file; the same graph always gives the same bytes. */
export function onnxFile(graph: Graph): Buffer {
  return Buffer.concat([
    whole(1, irVersion),
    bytes(2, producer),
    bytes(7, graphMessage(graph)),
    bytes(8, whole(2, opsetVersion)),
    bytes(8, Buffer.concat([bytes(1, runtimeDomain), whole(2, 1)])),
  ]);
}

function graphMessage({ name, constants, operations, inputs, outputs }: Graph): Buffer {
  return Buffer.concat([
    ...operations.map((operation) => bytes(1, operationMessage(operation))),
    bytes(2, name),
    ...constants.map((constant) => bytes(5, constantMessage(constant))),
    ...inputs.map((port) => bytes(11, portMessage(port))),
    ...outputs.map((port) => bytes(12, portMessage(port))),
  ]);
}

function operationMessage({ type, inputs, outputs, attributes = {}, domain }: Operation): Buffer {
  return Buffer.concat([
    ...inputs.map((input) => bytes(1, input)),
    ...outputs.map((output) => bytes(2, output)),
    bytes(3, outputs[0]!),
    bytes(4, type),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attributeMessage(name, value))),
    ...(domain === undefined ? [] : [bytes(7, domain)]),
  ]);
}

function attributeMessage(name: string, value: number | { float: number }): Buffer {
  const isWhole = typeof value === 'number';
  return Buffer.concat([
    bytes(1, name),
    isWhole ? whole(3, value) : real(2, value.float),
    whole(20, isWhole ? 2 : 1),
  ]);
}

function constantMessage({ name, type, shape, values }: Constant): Buffer {
  return Buffer.concat([
    ...shape.map((size) => whole(1, size)),
    whole(2, elementTypes[type]),
    bytes(8, name),
    bytes(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  ]);
}

function portMessage({ name, type, shape }: Port): Buffer {
  const dimensions = shape.map((size) =>
    bytes(1, typeof size === 'string' ? bytes(2, size) : whole(1, size)),
  );
  const tensor = Buffer.concat([whole(1, elementTypes[type]), bytes(2, Buffer.concat(dimensions))]);
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensor))]);
}

function whole(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function real(field: number, value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), data]);
}

function bytes(field: number, content: Buffer | string): Buffer {
  const data = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
}

/** Base 128, least significant group first; a negative number is written as its 64-bit complement. */
function varint(value: number): Buffer {
  const groups: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const group = Number(rest & 127n);
    rest >>= 7n;
    groups.push(rest > 0n ? group | 128 : group);
  } while (rest > 0n);
  return Buffer.from(groups);
}
