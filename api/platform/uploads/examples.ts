/** Examples of requests and answers about uploads, for the documentation. */
const fileId = 'svc://upl_01JD3V5W8QXK2M4N6P7R9S0T1V';

export const uploadedFileExample = {
  file_id: fileId,
  filename: 'book.csv',
  content_type: 'text/csv',
  byte_size: 8_123,
  sha256: '9f2c8b1e5d0a4c6e9b7f2a6d1c3e4f509f2c8b1e5d0a4c6e9b7f2a6d1c3e4f50',
  created_at: '2026-11-20T19:00:00.000Z',
  expires_at: '2026-11-21T19:00:00.000Z',
};

export const announceUploadExample = {
  filename: 'big.pdf',
  byte_size: 73_400_320,
  content_type: 'application/pdf',
};

export const announcedUploadExample = {
  file_id: fileId,
  upload_url: 'https://sheaf.example/v3/uploads/upl_…?expires=…&sig=…',
  method: 'PUT',
  expires_at: '2026-11-20T19:15:00.000Z',
};

export const receivedUploadExample = { file_id: fileId, state: 'ready' };
