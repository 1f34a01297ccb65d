import type { FeedFormat } from '../../api/vocabulary.ts'
import type { IntelRecord } from './evidence.ts'

/**
 * Feeds that repeat the same reports. Etherscan tags what people report, and the others have it from there or reported it
 * there: a file of Forta's is called etherscan_malicious_labels, and 99 % of CryptoScamDB's addresses and 70 % of
 * MyEtherWallet's are in Forta's, but 2 % of ScamSniffer's (docs/risk.md counts them). Feeds that are not named here
 * count each by itself, an operator's own files too.
 */
const lineages: Partial<Readonly<Record<FeedFormat, string>>> = {
  'etherscan-labels': 'etherscan',
  'eth-labels': 'etherscan',
  forta: 'etherscan',
  mew: 'etherscan',
  cryptoscamdb: 'etherscan',
}

/** How many of the sources speak for themselves: those that copy one another count once. */
export function sourceFamilies(records: readonly IntelRecord[]): number {
  return new Set(records.map(originOf)).size
}

function originOf({ format, source }: IntelRecord): string {
  const lineage = format && lineages[format]
  return lineage === undefined ? `source ${source}` : `lineage ${lineage}`
}
