export { decryptBiff } from './decrypted-biff';
export { decryptPackage, openEncryptedPackage } from './encrypted-package';
