/**
 * Blocks that are kept to find the common ancestor of a reorg, by chain id. Deeper reorgs stop the follower. Sources: the
 * finality of each chain (ethereum 2 to 3 epochs of 32 blocks; polygon milestones, before them 128 blocks and more; others
 * final within seconds by their own rules, so these are generous).
 */
const DEPTHS: Readonly<Record<string, number>> = {
  '1': 96,
  '11155111': 96,
  '10': 256,
  '56': 256,
  '137': 256,
  '8453': 256,
  '42161': 512,
}
const OTHER_DEPTH = 64

export function keptBlocks(chainId: string): number {
  return DEPTHS[chainId] ?? OTHER_DEPTH
}
