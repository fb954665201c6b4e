-- What wrk sends: GETs of pages by a crawler, with an agent of 1 KB and a referrer of 3 KB that do not compress.
local pages = { "/en", "/nl", "/learn", "/nl/learn", "/booking", "/legal", "/not-there", "/wp-login.php" }
local requests, at = {}, 0

local function noise(length)
  local bytes = {}
  for n = 1, length do bytes[n] = string.char(math.random(97, 122)) end
  return table.concat(bytes)
end

function init()
  for n = 1, 512 do
    requests[n] = wrk.format("GET", pages[n % #pages + 1] .. "?n=" .. n, {
      ["user-agent"] = "crawler/1.0 (+https://crawler.example/" .. noise(980) .. ")",
      ["referer"] = "https://www.example.org/" .. noise(3000),
    })
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary)
  io.write(string.format('\n{"requests":%d,"seconds":%.6f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, summary.errors.status))
end
