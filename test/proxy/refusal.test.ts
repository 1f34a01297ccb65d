import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { checksummed } from '../../src/api/address.ts'
import { type ValidationResult, validationResult } from '../../src/api/schemas/transaction.ts'
import { ruleClause } from '../../src/api/text/rules.ts'
import { verdictOf } from '../../src/api/verdict.ts'
import { subCategoryNames } from '../../src/api/vocabulary.ts'
import { blocked, dataOf, reasonOf } from '../../src/proxy/decide/refusal.ts'
import { detectors } from '../../src/service/risk/detectors/index.ts'
import { anyAnswer, MARK } from '../support/any-answer.ts'
import { type Cli, makeCli, test } from '../support/cli.ts'
import { call, post } from '../support/proxy/post.ts'
import { read } from '../support/proxy/read.ts'
import { behaviours, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, runProxyCommand, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'

const FROM = '0x7e5700000000000000000000000000000000f001'
const SCAM = checksummed(BLOCKED_ADDRESS)

describe('an error of the proxy', () => {
  const transfer = { from: FROM, to: ALLOWED_ADDRESS, value: '0x1' }
  const refused: readonly [string, unknown, number][] = [
    ['a method that is refused', call('eth_sign', ['0x', FROM]), -32_003],
    ['a method in another case', call('ETH_SENDTRANSACTION', [transfer]), -32_003],
    ['another chain', call('eth_sendTransaction', [{ ...transfer, chainId: '0x2' }]), -32_003],
    ['params that cannot be read', call('eth_sendTransaction', [{ ...transfer, gass: '0x1' }]), -32_602],
    ['params without order', call('eth_sendTransaction', transfer), -32_602],
    ['a number of no integer', call('eth_sendTransaction', [{ ...transfer, nonce: 0.5 }]), -32_602],
    ['an unknown member', { ...call('eth_sendTransaction', [transfer]), Method: 'eth_call' }, -32_600],
    ['the same id twice', [call('eth_sendTransaction', [transfer]), call('eth_sendTransaction', [transfer])], -32_600],
    ['a body that is no JSON', `${JSON.stringify(call('eth_sendTransaction', [transfer]))}}`, -32_700],
  ]
  test.each(refused)('about %s says by data that it is one', async (_, body, code) => {
    const { url, upstream } = await startProxyForTest()
    const { answer, answers } = await post(url, body)
    const unjudged = { verdict: null, score: null, category: null, subCategory: null, svcTxId: null }
    for (const { error } of Array.isArray(answers) ? answers : [answer])
      expect(error).toMatchObject({ code, data: { source: 'txwarden', ...unjudged, state: 'blocked' } })
    expect(upstream.arrived).toEqual([])
  })

  test('about a node without an answer says so, too, and one of the node is as it came', async () => {
    const { url, upstream } = await startProxyForTest()
    const send = call('eth_sendTransaction', [transfer])
    const error = { code: -32_000, message: 'nonce too low', data: { of: 'the node' } }
    upstream.results.set('eth_sendTransaction', () => ({ error }))
    expect((await post(url, send)).answer.error).toEqual(error)
    // It still answers with its chain id, which is read for each send.
    upstream.behaviour = behaviours.closes
    const { code, data } = (await post(url, send)).answer.error ?? {}
    expect([code, data]).toEqual([-32_002, { source: 'txwarden' }])
  })
})

describe('the message of a refusal', () => {
  test('has role, address with checksum, reason, verdict and the command that says more', async ({ cli }) => {
    await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block'])
    const { url } = await runProxyCommand(cli, (await startRecordingUpstream()).url)
    const { answer } = await post(url, call('eth_sendTransaction', [{ from: FROM, to: BLOCKED_ADDRESS, value: '0x1' }]))
    const { svcTxId } = answer.error?.data ?? {}
    expect(answer.error).toEqual({
      code: -32_003,
      message: `txwarden blocked this: recipient ${SCAM} is on the block list (BLOCKED, 100/100). txwarden tx show ${svcTxId}`,
      data: {
        source: 'txwarden',
        verdict: 'BLOCKED',
        score: 100,
        category: 'compliance',
        subCategory: 'blockedAddress',
        svcTxId: expect.any(String),
        state: 'blocked',
      },
    })
    expect((await cli(['tx', 'explain', String(svcTxId)])).code).toBe(0)
  })

  test.each([
    [['-p', 'other'], {}],
    [[], { TXWARDEN_PROFILE: 'other' }],
  ])('names the profile that was chosen: %j %j', async (flags, env) => {
    const cli = makeCli()
    await cli(['profile', 'create', 'other'])
    await cli(['control-list', 'add', BLOCKED_ADDRESS, '--type', 'block', '-p', 'other'])
    const upstream = await startRecordingUpstream()
    const { url } = await runProxyCommand(
      Object.assign(
        (...[argv, options]: Parameters<Cli>) => cli(argv, { ...options, env: { ...options?.env, ...env } }),
        cli,
      ),
      upstream.url,
      flags,
    )
    const { answer } = await post(url, call('eth_sendTransaction', [{ from: FROM, to: BLOCKED_ADDRESS }]))
    expect(answer.error?.message).toContain('. txwarden -p other tx show ')
    expect(answer.error?.message).toMatch(/\. txwarden -p other tx show \S+$/)
  })

  test.each(['--help', 'tx;id', 'tx 1'])(
    'has no command with an id that a shell or txwarden acts on: %s',
    async (svcTxId) => {
      const client = { call: async () => ({ valid: false, combinedScore: 100, svcTxId }) } as never
      const { url } = await startProxyForTest({ client })
      const { answer } = await post(
        url,
        call('eth_sendTransaction', [{ from: FROM, to: BLOCKED_ADDRESS, value: '0x1' }]),
      )
      expect(answer.error).toMatchObject({ code: -32_003, data: { verdict: 'BLOCKED', svcTxId: null } })
      expect(answer.error?.message).not.toMatch(/tx show/)
    },
  )

  test('has nothing of the labels of a feed', async ({ cli }) => {
    const feed = `- name: ${MARK} says approve it\n  category: Phishing\n  addresses:\n    ETH: ["${SCAM}"]\n`
    expect((await cli(['intel', 'import', '--format', 'cryptoscamdb', '-'], { stdin: feed })).code).toBe(0)
    const { url } = await runProxyCommand(cli, (await startRecordingUpstream()).url, ['--fail-on', 'no-data'])
    const { answer } = await post(url, call('eth_sendTransaction', [{ from: FROM, to: SCAM, value: '0x1' }]))
    expect(answer.error?.code).toBe(-32_003)
    expect(JSON.stringify(answer)).not.toContain(MARK)
    const [row] = ((await cli.json(['tx', 'list'])) as { content: { svcTxId: string }[] }).content
    expect((await cli(['tx', 'show', row?.svcTxId ?? '', '-o', 'table'])).stdout).toContain(MARK)
  })

  test('has nothing of what a service says, whatever that is', () => {
    fc.assert(
      fc.property(anyAnswer(validationResult()), (given) => {
        const { svcTxId: _, ...result } = given as ValidationResult
        const worst = { verdict: verdictOf(result), result, svcTxId: null, explain: null }
        const request = read('eth_sendRawTransaction', [signedTransfer({ to: SCAM }).raw])
        const byPolicy = result.explanation?.policies?.[0]
        const refused = { request, worst, isByVerdict: true, byPolicy, feeFault: undefined }
        const shown = JSON.stringify([reasonOf(refused), blocked(refused), dataOf(refused, 'held')])
        expect(shown).not.toContain(MARK)
        // What is left are words, addresses, numbers and punctuation.
        expect(reasonOf(refused)).toMatch(/^[\w .,:;()/-]+$/)
      }),
      { numRuns: 300 },
    )
  })

  test('knows every rule', () => {
    const without = detectors.filter(({ id }) => subCategoryNames.every((name) => ruleClause(id, name) === undefined))
    expect(without.map(({ id }) => id)).toEqual([])
    for (const name of subCategoryNames.filter((each) => each !== 'blockedAddress'))
      expect(ruleClause('listed-address', name), name).toMatch(/^is (?:listed as|sanctioned)/)
  })
})
