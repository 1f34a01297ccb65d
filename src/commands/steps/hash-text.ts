import type { MessageDigests } from '../../api/schemas/typed-data.ts'
import type { Fact } from '../../cli/output/view.ts'

/** A hash as a device writes it: 0x and capitals. */
export function capitals(hash: string): string {
  return `0x${hash.slice(2).toUpperCase()}`
}

/** The hashes of a message, as a device writes them. */
export function digestFacts({ domainHash, messageHash, digest, calldataDigest }: MessageDigests): Fact[] {
  return [
    ['domain', capitals(domainHash)],
    ['message', capitals(messageHash)],
    [calldataDigest === undefined ? 'signed' : 'Safe tx', capitals(digest)],
    callDataFact(calldataDigest),
  ]
}

export function callDataFact(calldataDigest: string | undefined): Fact {
  return ['data', calldataDigest && capitals(calldataDigest)]
}
