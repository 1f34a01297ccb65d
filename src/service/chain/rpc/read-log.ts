import { addressOf, dataOf, hashOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { Log } from '../../evm/logs.ts'

/** Reads a log of an answer of a node; undefined for anything else. */
export function logOf(json: unknown): Log | undefined {
  if (!isRecord(json) || !Array.isArray(json.topics) || json.topics.length > 4) return undefined
  const address = addressOf(json.address)
  const data = dataOf(json.data)
  const topics = json.topics.map(hashOf)
  if (address === undefined || data === undefined) return undefined
  return topics.every((topic) => topic !== undefined) ? { address, topics, data } : undefined
}
