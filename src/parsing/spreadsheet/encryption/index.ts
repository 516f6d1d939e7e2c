export { decryptPackage, openEncryptedPackage } from './encrypted-package';
