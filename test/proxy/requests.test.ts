import { expect, test } from 'vitest'
import { post } from '../support/proxy/post.ts'
import { ALLOWED_METHODS, type ClientRequest, honestRequests, hostileRequests } from '../support/proxy/requests.ts'
import { startProxyForTest } from '../support/proxy/start.ts'

/** What the proxy itself reads for a request. */
const OWN = ['eth_chainId', 'eth_getCode', 'eth_gasPrice', 'eth_estimateGas']
const policy = { allowedMethods: ALLOWED_METHODS }
const bodyOf = ({ body }: ClientRequest) =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)

test(`none of ${Object.keys(hostileRequests).length} hostile requests arrives`, async () => {
  const { url, upstream, reported } = await startProxyForTest({ policy })
  expect(Object.keys(hostileRequests).length).toBeGreaterThanOrEqual(60)
  const through: string[] = []
  for (const [name, request] of Object.entries(hostileRequests)) {
    upstream.arrived.length = 0
    const { body } = await post(url, bodyOf(request), request)
    const isAnswered = /"result":"0x[0-9a-f]{64}/.test(body.toString())
    const arrived = upstream.calls().filter(({ method = '' }) => !OWN.includes(method))
    if (isAnswered || arrived.length > 0) through.push(`${name}: ${body} ${JSON.stringify(arrived)}`)
  }
  expect(through).toEqual([])
  expect(reported).toEqual([])
})

test(`all of ${Object.keys(honestRequests).length} honest requests arrive as they are`, async () => {
  const { url, upstream, reported } = await startProxyForTest({ policy })
  expect(Object.keys(honestRequests).length).toBeGreaterThanOrEqual(40)
  upstream.results.set('eth_getCode', () => ({ result: '0x' }))
  upstream.results.set('eth_estimateGas', () => ({ result: '0x5208' }))
  upstream.results.set('eth_gasPrice', () => ({ result: '0x3b9aca00' }))
  const broken: string[] = []
  for (const [name, request] of Object.entries(honestRequests)) {
    upstream.arrived.length = 0
    const body = bodyOf(request)
    const answer = await post(url, body, request)
    const isThere = upstream.arrived.some((arrived) => arrived.body.equals(Buffer.from(body)))
    // The upstream of tests leaves questions for the chain id out.
    if (answer.body.includes('"error"') || !(isThere || name === 'the chain')) broken.push(`${name}: ${answer.body}`)
  }
  expect(broken).toEqual([])
  expect(reported).toEqual([])
})
