import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe } from 'vitest'
import { describeUpgrade, left } from '../compatibility/suite.ts'
import { emptyPlace } from '../support/fresh-database.ts'

describe.each(left)('a PostgreSQL database of $name', ({ files, ...each }) => {
  describeUpgrade({ files, ...each }, async (home) => {
    const database = await emptyPlace(home)
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
