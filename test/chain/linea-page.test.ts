import { expectLive } from '../support/chain/live-page.ts'
import { needs } from '../support/needs.ts'

needs('anvil').test('docs/chain.md shows what happens to a treasury on Linea', () =>
  expectLive('docs/chain.md', { from: '## A treasury on Linea', chainId: 59_144 }),
)
