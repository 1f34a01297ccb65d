import { describe, expect } from 'vitest'
import { A, houses, test } from './fixture.ts'

const rollup = `kind: chain
chainId: "777001"
name: our-rollup
currency: FOO
decimals: 6
explorer: https://explorer.example.org
finality: 20
maxFee: "5000000"
`
const limits = `kind: chain
chainId: "59144"
finality: safe
`
/** Named before its chain is defined. */
const monitor = `kind: monitor
chainId: "777001"
address: "${A}"
name: treasury
enabled: true
`

describe.each(houses)('chains of a manifest, %s', (_, open) => {
  test('are applied before what names them, and exported as they were', async () => {
    const { run } = await open()
    const applied = await run(['apply', '-f', '-', '--yes', '--json'], {
      stdin: [monitor, rollup, limits].join('---\n'),
    })
    expect(applied).toMatchObject({ code: 0, stderr: '' })
    const exported = await run(['export', 'chain', 'monitor'])
    expect(exported.stdout).toBe([limits, rollup, monitor].join('---\n'))
    expect((await run(['diff', '-f', '-', '--exit-code'], { stdin: exported.stdout })).code).toBe(0)
    // The chain is known by what is stored.
    expect((await run(['diff', '-f', '-', '--exit-code'], { stdin: monitor })).code).toBe(0)
  })

  test('are changed member by member, and each member is in the difference', async () => {
    const { run } = await open()
    await run(['apply', '-f', '-', '--yes'], { stdin: rollup })
    const changed = 'kind: chain\nchainId: "777001"\nfinality: finalized\n'
    const { stdout } = await run(['diff', '-f', '-', '--json'], { stdin: changed })
    expect(JSON.parse(stdout)).toMatchObject({
      content: [
        {
          action: 'update',
          kind: 'chain',
          name: '777001',
          members: [{ member: 'finality', from: 20, to: 'finalized' }],
        },
      ],
    })
    expect((await run(['apply', '-f', '-', '--yes'], { stdin: changed })).code).toBe(0)
    expect((await run(['export', 'chains'])).stdout).toBe(rollup.replace('20', 'finalized'))
  })

  test.each([
    ['chainId: "our-rollup"\nname: our-rollup', 'chainId is not a chain id'],
    ['chainId: "777001"\nname: Our Rollup', 'name is not a name'],
    ['chainId: "777001"\nmaxFee: 5ether', 'maxFee is not an amount in wei'],
    ['chainId: "777001"\nfinality: soon', 'finality is not a number'],
    ['chainId: "777001"\nnodes: none', 'nodes is not a member of chain'],
  ])('are checked before anything is sent: %j', async (members, fault) => {
    const { run, writes } = await open()
    const refused = await run(['apply', '-f', '-', '--yes'], { stdin: `kind: chain\n${members}\n` })
    expect(refused.stderr).toContain(fault)
    expect(refused.code).toBe(8)
    expect(writes).toEqual([])
  })

  test.each([
    [['kind: chain\nchainId: "1"\nname: mine\n'], 'Chain 1 is ethereum, which needs no definition'],
    [['kind: chain\nchainId: "777002"\nname: linea\ncurrency: FOO\n'], '"linea" is that of chain 59144'],
    [['kind: chain\nchainId: "777002"\nfinality: 5\n'], 'so name and currency are needed'],
    [[rollup, rollup.replace('777001', '777002')], '"our-rollup" is that of chain 777001'],
  ])('what the service would refuse, diff refuses: %j', async (documents, fault) => {
    const { run, writes } = await open()
    const stdin = documents.join('---\n')
    for (const command of ['diff', 'apply'])
      expect(await run([command, '-f', '-', '--yes'], { stdin })).toMatchObject({
        code: 8,
        stderr: expect.stringMatching(new RegExp(`stdin:\\d+:1 .*${fault}`)),
      })
    expect(writes).toEqual([])
  })
})
