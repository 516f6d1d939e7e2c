import { shownUploadState, uploadScheme } from '../../../src/domain/platform/upload';
import { type ReadyUpload, type UploadRow } from '../../../src/stores/platform/uploads';
import { type AnnouncedUpload, type UploadedFile, type UploadResource } from './schema';

export function fileIdOf(uploadId: string): string {
  return uploadScheme + uploadId;
}

/** The answer to a form upload. */
export function presentUploadedFile(row: ReadyUpload): UploadedFile {
  return {
    file_id: fileIdOf(row._id),
    filename: row.filename,
    content_type: row.contentType,
    byte_size: row.byteSize,
    sha256: row.sha256,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}

/** The answer to an announced upload. */
export function presentAnnouncedUpload(row: UploadRow, uploadUrl: string): AnnouncedUpload {
  return {
    file_id: fileIdOf(row._id),
    upload_url: uploadUrl,
    method: 'PUT',
    expires_at: row.expiresAt.toISOString(),
  };
}

/** An upload that is not deleted. */
export function presentUpload(row: UploadRow, now: Date): UploadResource {
  return {
    file_id: fileIdOf(row._id),
    state: shownUploadState(row, now) ?? 'expired',
    filename: row.filename,
    content_type: row.contentType,
    byte_size: row.byteSize,
    sha256: row.sha256,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
