/**
 * Adds a batch of counts to one day of one API key, at most once. Each gateway numbers its batches in ascending order, so
 * a number that is not above the last one was added before, even if the reply was lost.
 *
 * KEYS: the counts of the day, the set of days with new counts, the last batch numbers. ARGV: the member to add to the
 * set, a new epoch, the time to live of the day in milliseconds, the field of the epoch, the field of the sum, the id of
 * the gateway, the number of the batch, then name and count of each entry.
 * Returns 1 if the batch was added, 0 if it was added before.
 */
export const dailyUsageScript = `
if tonumber(redis.call('HGET', KEYS[3], ARGV[6]) or 0) >= tonumber(ARGV[7]) then return 0 end
redis.call('HSETNX', KEYS[1], ARGV[4], ARGV[2])
local sum = 0
for index = 8, #ARGV, 2 do
  redis.call('HINCRBY', KEYS[1], ARGV[index], ARGV[index + 1])
  sum = sum + tonumber(ARGV[index + 1])
end
redis.call('HINCRBY', KEYS[1], ARGV[5], sum)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[3], ARGV[6], ARGV[7])
redis.call('PEXPIRE', KEYS[3], ARGV[3])
return 1`;
