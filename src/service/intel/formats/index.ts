import type { FeedFormat, ImportFormat } from '../../../api/vocabulary.ts'
import { fourByte } from './4byte.ts'
import { addresses } from './addresses.ts'
import { cryptoscamdb } from './cryptoscamdb.ts'
import { ethLabels } from './eth-labels.ts'
import { etherscanLabels } from './etherscan-labels.ts'
import type { FormatReader } from './format.ts'
import { forta } from './forta.ts'
import { fortaFp } from './forta-fp.ts'
import { mew } from './mew.ts'
import { ofac } from './ofac.ts'
import { prices } from './prices.ts'
import { revoke } from './revoke.ts'
import { scamsniffer } from './scamsniffer.ts'
import { tokenList } from './token-list.ts'

export const formats: Readonly<Record<FeedFormat, FormatReader>> = {
  ofac,
  scamsniffer,
  mew,
  forta,
  'forta-fp': fortaFp,
  'etherscan-labels': etherscanLabels,
  'eth-labels': ethLabels,
  revoke,
  'token-list': tokenList,
  cryptoscamdb,
  '4byte': fourByte,
  addresses,
}

/** Prices are another kind of record; every other format describes addresses and selectors. */
export function formatOf(format: ImportFormat): FormatReader<unknown> {
  return format === 'prices' ? prices : formats[format]
}
