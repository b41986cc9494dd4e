import * as z from 'zod';
import { PublicKey } from '../contract/passports.ts';

/** A public key that signs areas. */
export interface ReleaseKey {
  readonly name: string;
  /** 32 bytes in base64. */
  readonly key: string;
}

const SHAPE = /^([\w-]{1,64}):([A-Za-z0-9+/]{43}=)$/;

/** `ci:BASE64,mf-history:BASE64`. A name may come twice: while a key is replaced, both are good. */
export const ReleaseKeys = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(
      z.string().transform((one, context): ReleaseKey => {
        const [, name = '', key = ''] = SHAPE.exec(one) ?? [];
        if (!PublicKey.safeParse(key).success)
          context.addIssue('must be public keys such as ci:BASE64, joined by commas: npm run release-key makes one');
        return { name, key };
      }),
    ),
  );
