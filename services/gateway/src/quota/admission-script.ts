import { recordField as member } from "@plat/contracts";

/**
 * The one script of a request: is the credential good, count the use, is the quota kept. Atomic, on Redis time alone.
 *
 * KEYS: the record of the credential, the times of accepted requests, the set of keys with new totals.
 * ARGV: "1" if there is a record to look at; what to put into the set ("": uses are not counted); "1" to count this
 * request against the quota, "0" to look only; then of each window, shortest first: limit, length (microseconds) and
 * how many requests it held when last seen, as a hint where to look.
 *
 * Gives the state (`ok`, `limited`, `missing`, `revoked`, `expired`), id, organization, scopes, the microseconds until
 * a refused request would pass, and for each window how many requests it holds and the microseconds until the oldest of
 * them leaves it: lines of one string, which cost both sides a tenth of what as many elements do.
 *
 * The quota is a sliding log: the list holds the times of the latest accepted requests, newest first, and a request
 * passes if in each window the list is shorter than the limit. A refused request leaves no trace in it. Where a window
 * ends is searched for around the hint, so that large limits cost little more than small ones. Should the clock
 * step back, the whole log moves back with it: then no time seems to have passed since the last request, which can only
 * make the quota tighter, and never longer than one window.
 */
export const requestScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local id, org, scopes = '', '', ''
if ARGV[1] == '1' then
  local record = redis.call('HMGET', KEYS[1], '${member.version}', '${member.id}', '${member.organizationId}',
    '${member.scopes}', '${member.expiresAt}', '${member.revokedAt}', '${member.lastUsedAt}',
    '${member.usageCount}')
  if not record[1] then return 'missing' end
  if record[6] then return 'revoked' end
  if record[5] and tonumber(record[5]) * 1000 <= now then return 'expired' end
  id, org, scopes = record[2] or '', record[3] or '', record[4] or ''
  if ARGV[2] ~= '' then
    local used = math.floor(now / 1000)
    if record[7] then used = math.max(used, tonumber(record[7])) end
    redis.call('HSET', KEYS[1], '${member.usageCount}', string.format('%.0f', (record[8] or 0) + 1),
      '${member.lastUsedAt}', string.format('%.0f', used))
    redis.call('SADD', KEYS[3], ARGV[2])
  end
end

local log = KEYS[2]
local length = redis.call('LLEN', log)
local seen = {}
local function at(index)
  local value = seen[index]
  if not value then
    value = tonumber(redis.call('LINDEX', log, index))
    seen[index] = value
  end
  return value
end

local newest = 0
if length > 0 then
  newest = at(0)
  local ahead = newest - now
  if ahead > 0 then
    seen, newest = {}, 0
    local moved, lasting = redis.call('LRANGE', log, 0, -1), redis.call('PTTL', log)
    redis.call('DEL', log)
    for _, value in ipairs(moved) do
      redis.call('RPUSH', log, string.format('%.0f', tonumber(value) - ahead))
    end
    if lasting > 0 then redis.call('PEXPIRE', log, lasting) end
  end
end

-- How many of the newest entries are not older than the edge: at least low, at most high.
local function count(edge, low, high, hint)
  if high <= low or at(high - 1) >= edge then return math.max(low, high) end
  high = high - 1
  local from = math.max(low, math.min(hint, high))
  local step = 1
  if from > low and at(from - 1) < edge then
    high = from - 1
    while high > low do
      local probe = math.max(low, high - step)
      if at(probe) >= edge then
        low = probe + 1
        break
      end
      high = probe
      step = step * 2
    end
  else
    low = from
    while low < high do
      local probe = math.min(high, low + step) - 1
      if at(probe) < edge then
        high = probe
        break
      end
      low = probe + 1
      step = step * 2
    end
  end
  while low < high do
    local middle = math.floor((low + high) / 2)
    if at(middle) >= edge then low = middle + 1 else high = middle end
  end
  return low
end

local wait = 0
local held, most, longest = 0, 0, 0
local counts, oldest = {}, {}
for index = 4, #ARGV, 3 do
  local limit, window = tonumber(ARGV[index]), tonumber(ARGV[index + 1])
  local high = math.min(length, limit)
  held = count(now - window, math.min(held, high), high, tonumber(ARGV[index + 2]))
  most, longest = math.max(most, limit), window
  counts[#counts + 1] = held
  oldest[#oldest + 1] = held > 0 and at(held - 1) + window - now or window
  if held >= limit then wait = math.max(wait, at(limit - 1) + window + 1 - now) end
end

local state = wait > 0 and 'limited' or 'ok'
local taken = 0
if state == 'ok' and ARGV[3] == '1' and most > 0 then
  taken = 1
  redis.call('LPUSH', log, string.format('%.0f', now))
  -- What no window holds any more goes, and never are there more than the largest limit.
  if length > held or length >= most then redis.call('LTRIM', log, 0, math.min(held, most - 1)) end
  -- The first request of each second makes the list last until the last one of that second has left every window.
  if math.floor(newest / 1000000) ~= math.floor(now / 1000000) then
    redis.call('PEXPIRE', log, math.ceil(longest / 1000) + 2000)
  end
end
local result = {state, id, org, scopes, string.format('%.0f', wait)}
for index = 1, #counts do
  result[#result + 1] = counts[index] + taken
  result[#result + 1] = string.format('%.0f', oldest[index])
end
return table.concat(result, '\\n')`;

/**
 * Adds a batch of counts to one day of one key, once: the numbers of a gateway's batches grow, and one that is not above
 * the last was added before, though its answer may have been lost.
 * KEYS: the day, the set of days with new counts, the last batches. ARGV: what to put into the set, a new epoch,
 * milliseconds to keep the day, name of the epoch's member, name of the sum's member, the gateway, the number of the batch,
 * then name and count of each.
 */
export const dayScript = `
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
