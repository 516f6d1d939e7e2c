import { z } from 'zod';
import { ENVIRONMENTS } from '../../../src/domain/platform/tenancy';

/** An environment, in requests and answers. */
export const environment = z.enum(ENVIRONMENTS).meta({ id: 'Environment' });
