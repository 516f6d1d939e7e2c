import { z } from 'zod';

/** Syntax of a BCP-47 tag, https://www.rfc-editor.org/rfc/rfc5646; registration is not checked. */
const languageTag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,8}$/;

/** Language that is spoken in recordings. */
export const transcriptionLanguage = z.string().regex(languageTag, 'must be a BCP-47 language tag');
