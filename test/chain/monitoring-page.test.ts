import { expectLive } from '../support/chain/live-page.ts'
import { needs } from '../support/needs.ts'

needs('anvil').test('docs/monitoring.md shows what happens', () => expectLive('docs/monitoring.md'))
