import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OperationId, operation, operationIds } from '../../../src/api/operations/operations.ts'
import { createClient } from '../../../src/client/client.ts'
import { RequestPreview } from '../../../src/client/requests/preview-request.ts'
import type { Outgoing } from '../../../src/client/transport.ts'
import { type CurlOptions, createCurlTransport } from '../../../src/client/transports/curl.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { needs } from '../../support/needs.ts'
import { json, serveHttp } from '../support/http-server.ts'
import { httpTransport, MANAGEMENT_KEY, VALIDATION_KEY } from '../support/http-transport.ts'
import { outgoing } from '../support/outgoing.ts'
import { sampleInput } from '../support/samples.ts'

const quiet = { newIdempotencyKey: () => 'key-1', notice: () => undefined }
const addresses = { validation: new URL('http://127.0.0.1:8787'), management: new URL('http://127.0.0.1:8787/m/') }
const secrets = {
  TXWARDEN_VALIDATION_KEY: VALIDATION_KEY,
  TXWARDEN_MANAGEMENT_KEY: MANAGEMENT_KEY,
  TXWARDEN_DESTINATION_TOKEN: 'planted token',
  TXWARDEN_DESTINATION_URL: 'https://hooks.test/planted',
  TXWARDEN_HEADER_X_GATEWAY_TOKEN: 'planted gateway',
}

async function notSent(sending: Promise<unknown>): Promise<RequestPreview> {
  const caught = await sending.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(caught).toBeInstanceOf(RequestPreview)
  return caught as RequestPreview
}

async function commandOf(request: Outgoing, options: Partial<CurlOptions> = {}): Promise<string> {
  return (await notSent(createCurlTransport({ addresses, ...options })(request))).text
}

/** The words a POSIX shell makes of a command line that starts with `curl`. */
async function wordsOf(command: string): Promise<string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { ...secrets, HOME: '/wrong' } })
  return stdout.split('\0').slice(0, -1)
}

test('a read is a plain curl call', async () => {
  expect(
    await commandOf(
      outgoing({ key: 'validation', request: { query: 'page=1', headers: { accept: 'application/json' } } }),
    ),
  ).toBe(
    [
      "curl 'http://127.0.0.1:8787/api/v2/management/monitor?page=1'",
      "-H 'accept: application/json'",
      `-H 'x-api-key: '"$TXWARDEN_VALIDATION_KEY"`,
    ].join(' \\\n  '),
  )
})

test('a change has its method, its body and the variable of its key', async () => {
  const request = {
    method: 'PUT',
    path: '/a',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"it\'s"}',
  }
  expect(await commandOf(outgoing({ changes: true, request }))).toBe(
    [
      "curl -X PUT 'http://127.0.0.1:8787/m/a'",
      "-H 'content-type: application/json'",
      `-H 'x-api-key: '"$TXWARDEN_MANAGEMENT_KEY"`,
      `--data-raw '{"name":"it'\\''s"}'`,
    ].join(' \\\n  '),
  )
})

test('the preview has the request as data, without secrets', async () => {
  const transport = createCurlTransport({ addresses, headers: { 'X-Gateway-Token': 'planted' } })
  const { reason, request } = await notSent(
    transport(outgoing({ request: { method: 'POST', path: '/d', body: '{"attributes":{"token":"planted"}}' } })),
  )
  expect({ reason, request }).toEqual({
    reason: 'curl',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:8787/m/d',
      headers: { 'x-gateway-token': '[hidden]' },
      body: { attributes: { token: '[hidden]' } },
    },
  })
})

describe('a shell parses the command as intended', () => {
  const bodies: [name: string, body: string][] = [
    ['quotes of both kinds', `{"a":"it's \\"so\\""}`],
    ['variables and commands', '{"a":"$HOME $(id) `id` \\\\ !! ~ * ?"}'],
    ['line breaks', '{\n  "a": 1\n}'],
    ['other scripts', '{"a":"日本 😀 ñ"}'],
    ['what looks like a file or a flag', '@/etc/passwd'],
    ['only quotes', "''''"],
    ['nothing', ''],
  ]
  test.each(bodies)('%s', async (_name, body) => {
    const words = await wordsOf(await commandOf(outgoing({ request: { method: 'POST', path: '/a', body } })))
    expect(words.slice(-2)).toEqual(['--data-raw', body])
  })

  test('any values, beside secrets too', async () => {
    const noncharacter = '\ufdd0'
    const text = fc.oneof(
      fc.array(anyCharacter, { maxLength: 12 }).map((characters) => characters.join('')),
      // Looks like a marker, a heredoc or a quote.
      fc.constantFrom(
        `${noncharacter}0${noncharacter}`,
        "'",
        "'\\''",
        'EOF\n',
        '$TXWARDEN_DESTINATION_TOKEN',
        '"',
        '\ud800',
      ),
    )
    const hook = fc.record({
      name: text,
      webhookUrl: fc.constant('https://hooks.test/p'),
      attributes: fc.record({ token: fc.constant('p'), chatId: text }),
      more: fc.dictionary(text, fc.array(text)),
    })
    const samples = fc.sample(hook, { seed: 13, numRuns: 60 })
    // One shell for all: each command ends with a line of its own.
    const commands = await Promise.all(
      samples.map((body) =>
        commandOf(outgoing({ request: { method: 'POST', path: '/d', body: JSON.stringify(body) } })),
      ),
    )
    const words = await wordsOf(commands.join('\n'))
    const bodies = words.flatMap((word, index) => (words[index - 1] === '--data-raw' ? [JSON.parse(word)] : []))
    expect(bodies).toEqual(
      samples.map(({ attributes, ...rest }) => ({
        ...JSON.parse(JSON.stringify(rest)),
        webhookUrl: secrets.TXWARDEN_DESTINATION_URL,
        attributes: { ...attributes, token: secrets.TXWARDEN_DESTINATION_TOKEN },
      })),
    )
  })

  test('hidden characters of a body are escaped: a terminal shows the command that is meant', async () => {
    const body = JSON.stringify({ name: 'a\u202eb\u200b\u2028\u{e0041}' })
    const command = await commandOf(outgoing({ request: { method: 'POST', path: '/d', body } }))
    expect(command).toMatch(/^[\n -~]+$/)
    expect(JSON.parse((await wordsOf(command)).at(-1) ?? '')).toEqual(JSON.parse(body))
  })

  test('a header with quotes', async () => {
    const words = await wordsOf(await commandOf(outgoing({ request: { headers: { 'x-a': `it's "$HOME"` } } })))
    expect(words).toContain(`x-a: it's "$HOME"`)
  })

  test('a URL with brackets is not expanded', async () => {
    const words = await wordsOf(await commandOf(outgoing({ request: { path: "/a'[1-3]" } })))
    expect(words.slice(0, 2)).toEqual(['--globoff', "http://127.0.0.1:8787/m/a'[1-3]"])
  })
})

describe('secrets are variables', () => {
  test('for token and webhook URL of a destination', async () => {
    const body = {
      name: "it's",
      webhookUrl: 'https://hooks.slack.test/planted',
      attributes: { token: 'planted', chatId: '1' },
    }
    const command = await commandOf(outgoing({ request: { method: 'POST', path: '/d', body: JSON.stringify(body) } }))
    expect(command).not.toContain('planted')
    expect(JSON.parse((await wordsOf(command)).at(-1) ?? '')).toEqual({
      name: "it's",
      webhookUrl: secrets.TXWARDEN_DESTINATION_URL,
      attributes: { token: secrets.TXWARDEN_DESTINATION_TOKEN, chatId: '1' },
    })
  })

  test('but not for a mail address', async () => {
    const body = '{"webhookUrl":"mailto:ops@bank.test"}'
    expect(await commandOf(outgoing({ request: { method: 'POST', body } }))).toContain(`--data-raw '${body}'`)
  })

  test('for secret extra headers', async () => {
    const command = await commandOf(outgoing(), { headers: { 'X-Gateway-Token': 'planted', 'x-team': 'risk' } })
    expect(command).not.toContain('planted')
    expect(await wordsOf(command)).toEqual(
      expect.arrayContaining(['x-gateway-token: planted gateway', 'x-team: risk', `x-api-key: ${MANAGEMENT_KEY}`]),
    )
  })
})

/** What the server must see alike; curl has its own name, and says less of a length that is 0. */
function essence({ method, url, headers, body }: { method: string; url: string; headers: object; body: string }) {
  const {
    'user-agent': _agent,
    connection: _connection,
    'content-length': _length,
    'accept-encoding': _encoding,
    ...rest
  } = headers as Record<string, string>
  return { method, url, headers: rest, body }
}

needs('curl').describe('run by a shell with the real curl, the server sees what the tool itself would send', () => {
  test.each(operationIds)('%s', async (id: OperationId) => {
    await using server = await serveHttp((response) => json(response, {}))
    const own = { validation: new URL('/prefix', server.url), management: server.url }
    await using http = httpTransport(server.url, { addresses: own })
    await createClient({ transport: http, ...quiet })
      .call(id, sampleInput(id))
      .catch(() => undefined)
    const printing = createClient({ transport: createCurlTransport({ addresses: own }), ...quiet })
    const { text } = await notSent(printing.call(id, sampleInput(id)))
    await promisify(execFile)('sh', ['-c', text.replace(/^curl /, 'curl --silent --max-time 10 --noproxy "*" ')], {
      env: { ...secrets, PATH: process.env.PATH ?? '' },
    })
    const [sent, curled, ...more] = server.seen
    if (!sent || !curled) throw new Error('two requests were expected')
    expect(more).toEqual([])
    expect(essence(curled)).toEqual(essence(sent))
    expect(sent.method).toBe(operation(id).method)
  })
})
