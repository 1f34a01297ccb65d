import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { channels } from '../../../src/api/vocabulary.ts'
import { isMasked, maskToken, maskWebhookUrl, unmask } from '../../../src/service/secrets/masking.ts'

const SLACK_URL = 'https://hooks.slack.com/services/T0000/B0000/plantedSlackSecret0000wxyz'
const DISCORD_URL = 'https://discord.com/api/webhooks/112233/plantedDiscordSecret000000000mnop'

describe('a masked token', () => {
  test.each([
    ['', ''],
    ['a', '••••'],
    ['fifteen-letters', '••••'],
    ['sixteen--letters', '••••ters'],
    ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=', '••••ZWY='],
  ])('of %j is %j', (token, masked) => {
    expect(maskToken(token)).toBe(masked)
  })
})

describe('a masked URL', () => {
  test.each([
    ['SLACK', SLACK_URL, 'https://hooks.slack.com/services/T0000/B0000/••••wxyz'],
    ['SLACK', `${SLACK_URL}/`, 'https://hooks.slack.com/services/T0000/B0000/••••wxyz/'],
    ['SLACK', `${SLACK_URL}?token=planted#planted`, 'https://hooks.slack.com/services/T0000/B0000/••••wxyz?••••#••••'],
    [
      'SLACK',
      'https://user:planted@chat.example.com:8443/hooks/short',
      'https://••••@chat.example.com:8443/hooks/••••',
    ],
    ['SLACK', 'https://chat.example.com/hooks/a//planted-planted-1234', 'https://chat.example.com/hooks/a//••••1234'],
    ['SLACK', 'https://chat.example.com/', 'https://chat.example.com/'],
    ['SLACK', 'https://chat.example.com?planted', 'https://chat.example.com?••••'],
    ['DISCORD', DISCORD_URL, 'https://discord.com/api/webhooks/112233/••••mnop'],
    ['DISCORD', `${DISCORD_URL}/slack?wait=true`, 'https://discord.com/api/webhooks/112233/••••mnop/••••?••••'],
    ['DISCORD', DISCORD_URL.replace('/api/', '/api/v10/'), 'https://discord.com/api/v10/webhooks/112233/••••mnop'],
    ['DISCORD', 'planted, no address', '••••'],
    ['DISCORD', '', ''],
  ] as const)('of %s %s is %s', (channel, url, masked) => {
    expect(maskWebhookUrl(channel, url)).toBe(masked)
    expect(masked).not.toContain('planted')
  })

  test.each(['WEBHOOK', 'EMAIL', 'TELEGRAM'] as const)('of %s is shown whole: it is not a credential', (channel) => {
    expect(maskWebhookUrl(channel, 'https://example.com/in?x=1')).toBe('https://example.com/in?x=1')
  })

  test('never contains the secret segment', () => {
    const tail = fc.constantFrom('', '/', '?a=b', '/slack', '/github?x', '#f')
    const secret = fc.stringMatching(/^[A-Za-z0-9_-]{16,80}$/)
    fc.assert(
      fc.property(fc.constantFrom('SLACK', 'DISCORD'), secret, tail, (channel, word, end) => {
        const url = `https://discord.com/api/webhooks/112233/${word}${end}`
        expect(maskWebhookUrl(channel, url)).not.toContain(word.slice(0, -4))
      }),
    )
  })
})

describe('a received value', () => {
  const mask = (url: string) => maskWebhookUrl('SLACK', url)

  test('is the stored secret for its mask', () => {
    expect(unmask(mask(SLACK_URL), SLACK_URL, mask)).toBe(SLACK_URL)
  })

  test('is the stored secret for its percent-encoded mask', () => {
    expect(unmask(encodeURI(mask(SLACK_URL)), SLACK_URL, mask)).toBe(SLACK_URL)
  })

  test('is a new secret without a mask', () => {
    expect(unmask('https://hooks.slack.com/services/new', SLACK_URL, mask)).toBe('https://hooks.slack.com/services/new')
  })

  test.each([
    ['another origin', mask(SLACK_URL).replace('hooks.slack.com', 'evil.example')],
    ['another end', mask(SLACK_URL).replace('wxyz', 'abcd')],
    ['the bare mask', '••••'],
  ])('is undefined for a mask of %s', (_what, sent) => {
    expect(unmask(sent, SLACK_URL, mask)).toBeUndefined()
  })

  test('is recognised as masked for every channel', () => {
    const masked = channels.filter((channel) => isMasked(maskWebhookUrl(channel, SLACK_URL)))
    expect(masked).toEqual(['SLACK', 'DISCORD'])
    expect([SLACK_URL, DISCORD_URL, '', 'plain'].filter(isMasked)).toEqual([])
  })
})
