// Loaded before the worker program: its workflows are those of the bundle that WORKFLOW_BUNDLE names.
const { Worker } = require('@temporalio/worker');

const create = Worker.create.bind(Worker);
Worker.create = ({ workflowsPath, workflowBundle, ...options }) => {
  if (workflowsPath === undefined && workflowBundle === undefined) return create(options);
  const { activity } = options.interceptors;
  const codePath = process.env.WORKFLOW_BUNDLE;
  return create({ ...options, interceptors: { activity }, workflowBundle: { codePath } });
};
