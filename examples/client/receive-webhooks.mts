import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from 'sheaf-client/webhooks';

const { SHEAF_WEBHOOK_SECRET: secret = '', PORT = '3000' } = process.env;

const server = createServer((request, response) => {
  void (async () => {
    const rawBody = await text(request);
    try {
      const { event, data } = verifyWebhook(rawBody, request.headers, secret);
      response.writeHead(204).end(); // first the answer, then the work
      if (!data.test) console.log(event, data.job_id, data.status);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.writeHead(401).end();
    }
  })();
});
server.listen(Number(PORT), () => {
  console.log('listening');
});
