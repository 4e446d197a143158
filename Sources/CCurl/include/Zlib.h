/// The part of zlib's stable ABI that this package uses; libcurl brings the library along.
///
/// libcurl would unpack bodies by itself, but takes one that is cut inside the gzip stream for whole.

#ifndef GITEXPLORER_ZLIB_H
#define GITEXPLORER_ZLIB_H

typedef struct {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *zalloc;
  void *zfree;
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;

enum {
  Z_NO_FLUSH = 0,
  Z_OK = 0,
  Z_STREAM_END = 1,
  Z_BUF_ERROR = -5,
};

int inflateInit2_(z_stream *stream, int windowBits, const char *version, int streamSize);
int inflate(z_stream *stream, int flush);
int inflateReset(z_stream *stream);
int inflateEnd(z_stream *stream);

#endif
