import { describe, expect, test } from 'vitest'
import { call, left } from '../../bench/detection/adversarial/encode.ts'
import { type Cli, makeCli } from '../support/cli.ts'

const PAYER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const TOKEN_MESSENGER = '0xBd3fa81B58Ba92a82136038B25aDec7066af3155'
const BASE_BRIDGE = '0x3154Cf16ccdb4C6d922629664174b904d80F2C35'
/** Circle's domain of Linea, and one that no table has. */
const LINEA = 11
const UNKNOWN_DOMAIN = 4242

const burned = (domain: number) => ({
  to: TOKEN_MESSENGER,
  data: call('depositForBurn(uint256,uint32,bytes32,address)', 1_000_000n, domain, left(PAYEE), USDC),
})
/** The call says nothing of the chain: the bridge leads to one. */
const sent = { to: BASE_BRIDGE, data: call('bridgeETHTo(address,uint32,bytes)', PAYEE, 200_000, '0x') }

function start() {
  const cli = makeCli()
  const list = async (type: string, address: string, ...chains: readonly string[]) => {
    const flags = chains.flatMap((chain) => ['--chain', chain])
    expect(await cli(['control-list', 'add', address, '--type', type, ...flags])).toMatchObject({ code: 0 })
  }
  const report = async (chain: string) => {
    const argv = ['intel', 'import', '--format', 'addresses', '--source', 'ours', '--chain', chain, '-']
    expect(await cli(argv, { stdin: `address,kind,severity,label\n${PAYEE},malicious,90,a drainer\n` })).toMatchObject({
      code: 0,
    })
  }
  const verdict = async ({ to, data }: { to: string; data: string }) => {
    const argv = ['validate', '--chain', 'ethereum', '--from', PAYER, '--to', to, '--data', data, '--explain']
    return (await cli.json(argv)).verdict as string
  }
  return { cli, list, report, verdict }
}

describe('the receiver of a bridge', () => {
  test('is blocked by an entry of the chain where it receives, and not by one of the chain where it does not', async () => {
    const { list, verdict } = start()
    expect(await verdict(burned(LINEA))).toBe('WARNING')
    await list('block', PAYEE, 'ethereum')
    expect(await verdict(burned(LINEA))).toBe('WARNING')
    await list('block', PAYEE, 'linea')
    expect(await verdict(burned(LINEA))).toBe('BLOCKED')
  })

  test('is allowed by an entry of that chain, or of every one', async () => {
    const { list, verdict } = start()
    await list('allow', PAYEE, 'ethereum')
    expect(await verdict(burned(LINEA))).toBe('WARNING')
    await list('allow', PAYEE, 'linea')
    expect(await verdict(burned(LINEA))).toBe('SAFE')
  })

  test('is known there by what sources say of that chain', async () => {
    const { report, verdict } = start()
    await report('ethereum')
    expect(await verdict(burned(LINEA))).toBe('WARNING')
    await report('linea')
    expect(await verdict(burned(LINEA))).toBe('BLOCKED')
  })

  test.each([
    ['a number that no table has', burned(UNKNOWN_DOMAIN)],
    ['a bridge that leads to one chain', sent],
  ])(
    'is on a chain that the call does not say (%s): none vouches, and each may be the one that blocks',
    async (_, made) => {
      const { list, verdict } = start()
      await list('allow', PAYEE, 'ethereum', 'base')
      expect(await verdict(made)).toBe('WARNING')
      await list('block', PAYEE, 'base')
      expect(await verdict(made)).toBe('BLOCKED')
    },
  )

  test('is on both chains where it is paid here, too', async () => {
    const { list, verdict } = start()
    const both = {
      to: PAYER,
      data: call('executeBatch((address,uint256,bytes)[])', [
        [PAYEE, 1n, '0x'],
        [TOKEN_MESSENGER, 0n, burned(LINEA).data],
      ]),
    }
    await list('allow', PAYEE, 'linea')
    expect(await verdict(both)).not.toBe('SAFE')
    await list('block', PAYEE, 'ethereum')
    expect(await verdict(both)).toBe('BLOCKED')
  })
})

describe('the address that alone may deliver what a bridge sends', () => {
  const CALLER = '0x7e57000000000000000000000000000000000005'
  const delivered = {
    to: TOKEN_MESSENGER,
    data: call(
      'depositForBurnWithCaller(uint256,uint32,bytes32,address,bytes32)',
      1_000_000n,
      LINEA,
      left(PAYEE),
      USDC,
      left(CALLER),
    ),
  }

  test('is blocked and allowed by entries of the chain where it delivers', async () => {
    const { list, verdict } = start()
    await list('allow', PAYEE, 'linea')
    await list('block', CALLER, 'ethereum')
    expect(await verdict(delivered)).toBe('NO DATA')
    await list('block', CALLER, 'linea')
    expect(await verdict(delivered)).toBe('BLOCKED')
  })

  test('is not known there because it is known here', async () => {
    const { list, verdict } = start()
    await list('allow', PAYEE, 'linea')
    await list('allow', CALLER, 'ethereum')
    expect(await verdict(delivered)).toBe('NO DATA')
    await list('allow', CALLER, 'linea')
    expect(await verdict(delivered)).toBe('SAFE')
  })
})

describe('the delegate of an authorization for every chain, in a transaction', () => {
  const authorizations = [{ chainId: '0', address: PAYEE, nonce: '1' }]
  const rules = async (cli: Cli) => {
    const transaction = { chainId: '1', from: PAYER, to: PAYER, value: '0', data: '0x', authorizations }
    const argv = ['validate', '--file', '-', '--explain']
    const { verdict, explanation } = await cli.json(argv, { stdin: JSON.stringify(transaction) })
    return [verdict, ...explanation.reasons.map(({ rule }: { rule: string }) => rule)]
  }

  test.each(['gnosis', 'linea', 'our-rollup'])('is blocked by an entry of %s alone', async (chain) => {
    const { cli, list } = start()
    await cli(['chain', 'define', '777001', '--name', 'our-rollup', '--currency', 'FOO'])
    expect(await rules(cli)).not.toContain('blocked-address')
    await list('block', PAYEE, chain)
    expect(await rules(cli)).toContain('blocked-address')
  })

  test('is listed by what a source says of any chain', async () => {
    const { cli, report } = start()
    await report('gnosis')
    expect(await rules(cli)).toContain('listed-address')
  })

  test.each([
    ['no entry of one chain', ['ethereum', 'gnosis'], 'BLOCKED'],
    ['one of all, which is a warning still', [], 'WARNING'],
  ])('is allowed by %s', async (_, chains, least) => {
    const { cli, list } = start()
    await list('allow', PAYEE, ...chains)
    expect((await rules(cli))[0]).toBe(least)
  })
})
