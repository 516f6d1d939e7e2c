import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const { SHEAF_WEBHOOK_SECRET: secret, PORT = '3000' } = process.env;

const server = createServer(async (request, response) => {
  const rawBody = await text(request);
  try {
    // Throws for what is not genuine or older than five minutes.
    const { event, data } = new Webhook(secret).verify(rawBody, request.headers);
    response.writeHead(204).end();
    if (!data.test) console.log(event, data.job_id, data.status);
  } catch {
    response.writeHead(401).end();
  }
});
server.listen(Number(PORT), () => console.log('listening'));
