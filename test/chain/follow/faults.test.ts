import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { attach } from '../../campaigns/support/call-faults.ts'
import { eventually, FollowLab, treasury } from '../../support/chain/follow-lab.ts'
import type { ForkingChain } from '../../support/chain/forking-chain.ts'
import { needs } from '../../support/needs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ETHER = 10n ** 18n
const HOUR = 3600
const DAY = 24 * HOUR

const pay = (chain: ForkingChain) => chain.include(chain.fresh(), { to: treasury, value: ETHER })

needs('anvil', 'strace').test(
  'a full disk while blocks are applied: no block is skipped, and all is reported afterwards',
  async () => {
    const lab = await FollowLab.start()
    const { chain, site, server } = lab
    await lab.follows()
    await lab.settles()
    const { number: tip } = await chain.head()
    const paths = [site.database, `${site.database}-wal`]
    const fault = await attach(server.pid, { call: 'pwrite64', error: 'ENOSPC', when: '1+', paths })
    const paid = [await pay(chain), await pay(chain), await pay(chain)]
    await eventually('an error about the disk', () => /disk|space/i.test(server.stderr) || undefined)
    expect((await site.head())?.tip_number).toBe(tip)
    expect(lab.receiver.notified).toEqual([])
    expect(await fault.detach()).toBeGreaterThan(0)
    await lab.settles()
    for (const each of paid) expect(lab.steps(each)).toEqual(['included'])
  },
)

needs('anvil', 'faketime').test(
  'a wall clock that is set while blocks are followed delays, repeats and loses nothing',
  async () => {
    const [library = ''] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
    const offsetFile = join(temporaryFolder(), 'offset')
    const setClock = (offset: number) => writeFileSync(offsetFile, `${offset < 0 ? '-' : '+'}${Math.abs(offset)}\n`)
    setClock(0)
    const lab = await FollowLab.start({
      env: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: offsetFile,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      },
    })
    await lab.follows()
    for (const offset of [-HOUR, HOUR, -DAY, 30 * DAY, -10 * 365 * DAY, 0]) {
      setClock(offset)
      const paid = await pay(lab.chain)
      await lab.notified(paid)
      await lab.chain.reorg(1, [[paid, 0]])
      await lab.passes(1)
      expect(lab.steps(paid), String(offset)).toEqual(['included'])
    }
    expect((await lab.site.events()).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'IN'))
  },
)

needs('anvil').test('a killed server tells after its next start what it did not tell before, once', async () => {
  const lab = await FollowLab.start()
  const { chain } = lab
  await lab.follows()
  const paid = []
  for (let round = 0; round < 3; round++) {
    paid.push(await pay(chain), await pay(chain))
    await lab.stop('SIGKILL')
    paid.push(await pay(chain))
    await lab.restart()
  }
  await lab.settles()
  for (const each of paid) expect(lab.steps(each)).toEqual(['included'])
})
