import { type Constant, type Graph, type Operation, elementTypeNumber, runtimeDomain } from './onnx-file';
import {
  type FourBitTable,
  fourBitZero,
  groupPackedBytes,
  groupSize,
  neighboursPacked,
  realOf,
} from './four-bit';
import { quantiseOutputs, quantiseRows } from './quantise';
import { type Weights } from './safetensors';

/** Shape of a BERT encoder, as its `config.json` names it. */
export interface BertShape {
  hidden_size: number;
  num_hidden_layers: number;
  intermediate_size: number;
  num_attention_heads: number;
  layer_norm_eps: number;
  vocab_size: number;
  max_position_embeddings: number;
}

/** What stays in four bits: the vectors of words, and some matrices; null for one that does not. */
export interface FourBitParts {
  words: FourBitTable;
  matrix: (name: string) => FourBitTable | null;
}

/** Word vectors are only looked up, never multiplied: they may use all of eight bits. */
const wordRange = 127;

/** Level at which `MatMulNBits` multiplies inputs of eight bits, with a scale for each group. */
const eightBitInputs = 4;

/** A graph under construction, with the layers that BERT repeats. */
interface GraphBuilder {
  constants: Constant[];
  operations: Operation[];
  constant: (name: string, dimensions: number[], values: Float32Array | Int8Array | Uint8Array) => void;
  add: (type: string, inputs: string[], output: string, rest?: Partial<Operation>) => void;
  /** A matrix of the model with its bias, as 8-bit whole numbers, or as its four bits. */
  linear: (from: string, to: string, name: string, inputs: number, outputs: number) => void;
  /** The sum of two values, normalised. */
  normaliseSum: (left: string, right: string, to: string, name: string, id: string) => void;
}

/**
 * A BERT encoder as a graph: token ids and mask in, one vector per token out. Weights of matrices become
 * 8-bit whole numbers with one scale per output; what flows between them is quantised while it runs, over the
 * whole input of one call.
 *
 * @param weightRange largest weight. With 63, products of two neighbours fit into 16 bits, so that processors
 *   that add them there (x86 without VNNI) saturate nothing and every processor gets the same vectors
 * @param fourBits what stays in the four bits of its source; default nothing
 */
export function bertGraph(
  shape: BertShape,
  weights: Weights,
  weightRange: number,
  fourBits?: FourBitParts,
): Graph {
  const graph = createGraphBuilder(shape, weights, weightRange, fourBits?.matrix);
  if (fourBits === undefined) addWords(graph, shape, weights);
  else addFourBitWords(graph, shape, fourBits.words);
  addEmbeddings(graph, shape, weights);
  for (let layer = 0; layer < shape.num_hidden_layers; layer += 1) addLayer(graph, shape, layer);
  graph.add('Identity', [`x${shape.num_hidden_layers}`], 'last_hidden_state');
  return {
    name: 'bert',
    constants: graph.constants,
    operations: graph.operations,
    inputs: ['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64', shape: ['B', 'S'] })),
    outputs: [{ name: 'last_hidden_state', type: 'float32', shape: ['B', 'S', shape.hidden_size] }],
  };
}

function createGraphBuilder(
  shape: BertShape,
  weights: Weights,
  weightRange: number,
  fourBitsOf: FourBitParts['matrix'] = () => null,
): GraphBuilder {
  const { hidden_size: hidden, layer_norm_eps: epsilon } = shape;
  const constants: Constant[] = [];
  const operations: Operation[] = [];

  const constant: GraphBuilder['constant'] = (name, dimensions, values) => {
    const type = values instanceof Float32Array ? 'float32' : values instanceof Int8Array ? 'int8' : 'uint8';
    constants.push({ name, type, shape: dimensions, values });
  };
  const add = (type: string, inputs: string[], output: string, rest: Partial<Operation> = {}): void => {
    operations.push({ type, inputs, outputs: [output], ...rest });
  };

  const linear = (from: string, to: string, name: string, inputs: number, outputs: number): void => {
    const id = name.replace(/\W/g, '_');
    const fourBits = fourBitsOf(`${name}.weight`);
    if (fourBits !== null) {
      const blocks = inputs / groupSize;
      constant(`${id}_b`, [outputs], weights(`${name}.bias`));
      constant(`${id}_q`, [outputs, blocks, groupPackedBytes], neighboursPacked(fourBits));
      constant(`${id}_s`, [outputs * blocks], Float32Array.from(fourBits.scales, realOf));
      add('MatMulNBits', [from, `${id}_q`, `${id}_s`, '', '', `${id}_b`], to, {
        attributes: { K: inputs, N: outputs, bits: 4, block_size: groupSize, accuracy_level: eightBitInputs },
        domain: runtimeDomain,
      });
      return;
    }
    const { values, scales } = quantiseOutputs(weights(`${name}.weight`), outputs, inputs, weightRange);
    constant(`${id}_b`, [outputs], weights(`${name}.bias`));
    constant(`${id}_q`, [inputs, outputs], values);
    constant(`${id}_s`, [outputs], scales);
    const operands = [from, `${id}_q`, `${id}_s`, '', `${id}_b`];
    add('DynamicQuantizeMatMul', operands, to, { domain: runtimeDomain });
  };

  const normaliseSum = (left: string, right: string, to: string, name: string, id: string): void => {
    constant(`g${id}`, [hidden], weights(`${name}.weight`));
    constant(`b${id}`, [hidden], weights(`${name}.bias`));
    add('SkipLayerNormalization', [left, right, `g${id}`, `b${id}`], to, {
      attributes: { epsilon: { float: epsilon } },
      domain: runtimeDomain,
    });
  };

  return { constants, operations, constant, add, linear, normaliseSum };
}

/** Vectors of words, as `we`. */
function addWords({ constant, add }: GraphBuilder, shape: BertShape, weights: Weights): void {
  const { hidden_size: hidden } = shape;
  const words = quantiseRows(
    weights('embeddings.word_embeddings.weight'),
    shape.vocab_size,
    hidden,
    wordRange,
  );
  constant('word_q', [shape.vocab_size, hidden], words.values);
  constant('word_s', [shape.vocab_size, 1], words.scales);
  add('Gather', ['word_q', 'input_ids'], 'wq');
  add('Gather', ['word_s', 'input_ids'], 'ws');
  add('Cast', ['wq'], 'wf', { attributes: { to: elementTypeNumber('float32') } });
  add('Mul', ['wf', 'ws'], 'we');
}

/** The same from a table of four bits: looked up packed, then unpacked. */
function addFourBitWords(
  { constants, constant, add }: GraphBuilder,
  shape: BertShape,
  words: FourBitTable,
): void {
  const { hidden_size: hidden, vocab_size: vocabulary } = shape;
  const groups = hidden / groupSize;
  constants.push(
    { name: 'word_q', type: 'uint8', shape: [vocabulary, groups, groupPackedBytes], values: words.packed },
    { name: 'word_s', type: 'float16', shape: [vocabulary, groups, 1], values: words.scales },
    { name: 'word_shape', type: 'int64', shape: [3], values: BigInt64Array.of(0n, 0n, BigInt(hidden)) },
  );
  constant('high_bits', [], Float32Array.of(16));
  constant('zero', [], Float32Array.of(fourBitZero));
  const to = elementTypeNumber('float32');
  add('Gather', ['word_q', 'input_ids'], 'wq');
  add('Gather', ['word_s', 'input_ids'], 'wh');
  add('Cast', ['wq'], 'wf', { attributes: { to } });
  add('Cast', ['wh'], 'ws', { attributes: { to } });
  add('Div', ['wf', 'high_bits'], 'wd');
  add('Floor', ['wd'], 'high');
  add('Mul', ['high', 'high_bits'], 'high_part');
  add('Sub', ['wf', 'high_part'], 'low');
  add('Concat', ['low', 'high'], 'wn', { attributes: { axis: -1 } });
  add('Sub', ['wn', 'zero'], 'wc');
  add('Mul', ['wc', 'ws'], 'wg');
  add('Reshape', ['wg', 'word_shape'], 'we');
}

/** Sums of word, position and segment vectors, normalised, as `x0`. */
function addEmbeddings({ constants, constant, add }: GraphBuilder, shape: BertShape, weights: Weights): void {
  const { hidden_size: hidden, layer_norm_eps: epsilon } = shape;
  constant('pos', [shape.max_position_embeddings, hidden], positions(weights, hidden));
  constants.push({ name: 'z0', type: 'int64', shape: [1], values: BigInt64Array.of(0n) });
  add('Shape', ['input_ids'], 'shp', { attributes: { start: 1, end: 2 } });
  add('Slice', ['pos', 'z0', 'shp', 'z0'], 'pe');
  add('Add', ['we', 'pe'], 'emb');
  constant('eg', [hidden], weights('embeddings.LayerNorm.weight'));
  constant('eb', [hidden], weights('embeddings.LayerNorm.bias'));
  add('LayerNormalization', ['emb', 'eg', 'eb'], 'x0', {
    attributes: { axis: -1, epsilon: { float: epsilon } },
  });
  add('Cast', ['attention_mask'], 'mask32', { attributes: { to: elementTypeNumber('int32') } });
}

/** Attention and feed-forward of one layer, from `x<layer>` to the next `x`. */
function addLayer({ add, linear, normaliseSum }: GraphBuilder, shape: BertShape, layer: number): void {
  const { hidden_size: hidden, intermediate_size: inner } = shape;
  const prefix = `encoder.layer.${layer}.`;
  for (const part of ['query', 'key', 'value'])
    linear(`x${layer}`, `${part}${layer}`, `${prefix}attention.self.${part}`, hidden, hidden);
  add('MultiHeadAttention', [`query${layer}`, `key${layer}`, `value${layer}`, '', 'mask32'], `ctx${layer}`, {
    attributes: { num_heads: shape.num_attention_heads },
    domain: runtimeDomain,
  });
  linear(`ctx${layer}`, `ao${layer}`, `${prefix}attention.output.dense`, hidden, hidden);
  normaliseSum(`x${layer}`, `ao${layer}`, `h${layer}`, `${prefix}attention.output.LayerNorm`, `1${layer}`);
  linear(`h${layer}`, `i${layer}`, `${prefix}intermediate.dense`, hidden, inner);
  add('Gelu', [`i${layer}`], `gi${layer}`, { domain: runtimeDomain });
  linear(`gi${layer}`, `o${layer}`, `${prefix}output.dense`, inner, hidden);
  normaliseSum(`h${layer}`, `o${layer}`, `x${layer + 1}`, `${prefix}output.LayerNorm`, `2${layer}`);
}

/** There is one kind of segment here, so that its vector can be added to every position's beforehand. */
function positions(weights: Weights, hidden: number): Float32Array {
  const table = weights('embeddings.position_embeddings.weight');
  const segment = weights('embeddings.token_type_embeddings.weight');
  return table.map((value, at) => value + segment[at % hidden]!);
}
