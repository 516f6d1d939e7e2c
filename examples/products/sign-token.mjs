import { createHmac } from 'node:crypto';

const { SEARCH_KEY_ID, SEARCH_KEY } = process.env;
const hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex');
const body = { parent: SEARCH_KEY_ID, exp: Date.now() + 3_600_000, principals: ['user:ann'] };
const payload = Buffer.from(JSON.stringify(body)).toString('base64url');
console.log(`tok_${payload}.${hmac(hmac(SEARCH_KEY, 'sheaf search token'), payload)}`);
