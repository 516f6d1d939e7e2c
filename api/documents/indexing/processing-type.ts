import { z } from 'zod';
import { PROCESSING_TYPES } from '../../../src/domain/documents/index-job';

export const processingType = z.enum(PROCESSING_TYPES).meta({ id: 'ProcessingType' });
