/**
 * A literal that is returned, itself or as an argument of a returned call, is a table: routes, presented
 * fields, deps.
 */
function tableOf(returned) {
  const candidates = returned?.type === 'CallExpression' ? returned.arguments : [returned];
  return candidates.find((node) => node?.type === 'ArrayExpression' || node?.type === 'ObjectExpression');
}

/**
 * ESLint rule: a function has at most so many own lines (option, default 60). Own lines hold code of the
 * function itself: blank and comment lines, the insides of functions in it and the insides of a returned
 * table do not count.
 */
const ownLines = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'integer', minimum: 1 }],
    messages: {
      tooLong: 'The function has {{lines}} own lines, at most {{max}} are readable: name its steps.',
    },
  },
  create(context) {
    const [max = 60] = context.options;
    const codeLines = new Set();
    for (const { loc } of context.sourceCode.ast.tokens)
      for (let line = loc.start.line; line <= loc.end.line; line++) codeLines.add(line);
    const open = [];

    const leaveOut = (node) => {
      if (node === undefined) return;
      const inner = open.at(-1)?.inner;
      for (let line = node.loc.start.line + 1; line < node.loc.end.line; line++) inner?.add(line);
    };
    const enter = () => {
      open.push({ inner: new Set() });
    };
    const leave = (node) => {
      if (node.body?.type !== 'BlockStatement') leaveOut(tableOf(node.body));
      const { inner } = open.pop();
      let lines = 0;
      for (let line = node.loc.start.line; line <= node.loc.end.line; line++)
        if (codeLines.has(line) && !inner.has(line)) lines++;
      if (lines > max) context.report({ node, messageId: 'tooLong', data: { lines, max } });
      leaveOut(node);
    };
    return {
      ':function': enter,
      ':function:exit': leave,
      'ReturnStatement:exit': (node) => leaveOut(tableOf(node.argument)),
    };
  },
};

module.exports = { ownLines };
