/** Examples of requests and answers about uploads, for the documentation. */
export const uploadExample = {
  file_id: 'svc://upl_01JD3V…',
  filename: 'book.csv',
  content_type: 'text/csv',
  byte_size: 8_123,
  sha256: '9f2c8b1e…',
  upload_url: 'https://sheaf.example/u/upl_01JD3V…?expires=…&sig=…',
};

export const announceUploadExample = {
  filename: 'big.pdf',
  byte_size: 73_400_320,
  content_type: 'application/pdf',
};
