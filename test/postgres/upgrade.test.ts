import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe } from 'vitest'
import { describeUpgrade, files } from '../compatibility/suite.ts'
import { freshDatabase } from '../support/fresh-database.ts'

describe('a PostgreSQL database of version 0.1.0', () => {
  describeUpgrade(async (home) => {
    const { database } = await freshDatabase(home)
    const client = new pg.Client(database)
    await client.connect()
    try {
      await client.query(readFileSync(new URL('postgres.sql', files), 'utf8'))
    } finally {
      await client.end()
    }
    return { TXWARDEN_DATABASE: database }
  })
})
