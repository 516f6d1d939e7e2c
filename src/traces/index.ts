export { openTraces } from './open-traces';
export { noTraces, type Traces } from './traces';
