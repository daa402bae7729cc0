/* A disk that fails when a test says so, and a clock that jumps: a library that is loaded before
   the C library of a process (LD_PRELOAD). FailingDisk.java compiles it and says what it does.

   It counts the operations on files below one directory: writes, flushes, and changes of names and
   sizes. From an operation of a certain number on it lets some fail, or stops the disk as a crash
   does. A crash can take back all that was written and not flushed, as a loss of power may.

   Not modelled: names that are made or removed count as flushed at once, as those of a new file do
   on the usual file systems when the file itself is flushed. Writes into mapped memory pass by. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { WRITE = 1, FLUSH = 2, NAME = 4 };
enum blow { FAILS = 0, STOPS = 1, LOSES = 2, KILLS = 3 };

/* Shared with the test, which maps the same file; FailingDisk.java has the same places. */
struct control {
  int64_t seen;   /* operations since the test armed it */
  int64_t first;  /* the operation that meets the fault; 0 for none */
  int64_t length; /* operations that fail from there on */
  int32_t error;  /* errno of those */
  int32_t kinds;  /* the kinds of operations that count */
  int32_t blow;
  int32_t struck; /* whether the fault was met */
  int64_t ahead;  /* milliseconds that the clock is ahead */
  int64_t fresh;  /* 1: what was written before counts as flushed */
};

/* An operation that a loss of power takes back. */
struct undo {
  struct undo *older;
  char *path;
  char *from; /* a rename, from here to `path`; else null */
  char *kept; /* the file that the rename replaced; or null */
  dev_t dev;
  ino_t ino;
  off_t at;
  off_t size;
  size_t length;
  char *bytes;
};

enum { MOST_FILES = 4096 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct control *control;
static const char *control_file;
static const char *directory;
static size_t directory_length;
static char *paths[MOST_FILES];
static struct undo *undone;
static int64_t kept_files;

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int real_open(const char *path, int flags, mode_t mode) {
  static int (*real)(const char *, int, ...);
  if (real == NULL) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
  return real(path, flags, mode);
}

static int real_close(int fd) {
  REAL(close);
  return real(fd);
}

static ssize_t real_pwrite(int fd, const void *from, size_t length, off_t at) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  if (real == NULL) real = (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite64");
  return real(fd, from, length, at);
}

static ssize_t real_write(int fd, const void *from, size_t length) {
  REAL(write);
  return real(fd, from, length);
}

static int real_ftruncate(int fd, off_t size) {
  static int (*real)(int, off_t);
  if (real == NULL) real = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate64");
  return real(fd, size);
}

static int real_rename(const char *from, const char *to) {
  REAL(rename);
  return real(from, to);
}

static int real_unlink(const char *path) {
  REAL(unlink);
  return real(path);
}

/* Only in a program named java: a script that starts it passes the variables on. Its children run
   without. */
__attribute__((constructor)) static void begin(void) {
  if (strcmp(program_invocation_short_name, "java") != 0) return;
  control_file = getenv("FAILING_DISK_CONTROL");
  directory = getenv("FAILING_DISK_DIRECTORY");
  unsetenv("LD_PRELOAD");
  if (control_file == NULL || directory == NULL) return;
  control_file = strdup(control_file);
  directory = strdup(directory);
  directory_length = strlen(directory);
  int fd = real_open(control_file, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  real_close(fd);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_below(const char *path) {
  return control != NULL && path != NULL && strncmp(path, directory, directory_length) == 0 &&
         (path[directory_length] == '/' || path[directory_length] == 0);
}

static int is_watched(int fd) {
  return control != NULL && fd >= 0 && fd < MOST_FILES && paths[fd] != NULL;
}

static void forget(struct undo *one) {
  if (one->kept != NULL) real_unlink(one->kept);
  free(one->path);
  free(one->from);
  free(one->kept);
  free(one->bytes);
  free(one);
}

static void take_back(struct undo *one) {
  if (one->from != NULL) {
    real_rename(one->path, one->from);
    if (one->kept != NULL) real_rename(one->kept, one->path);
    return;
  }
  int fd = real_open(one->path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  if (one->length > 0) real_pwrite(fd, one->bytes, one->length, one->at);
  real_ftruncate(fd, one->size);
  real_close(fd);
}

static void lose(void) {
  while (undone != NULL) {
    struct undo *one = undone;
    undone = one->older;
    take_back(one);
    forget(one);
  }
}

/* Notes the bytes that a change of a file replaces. SQLite makes its shared file anew. */
static void note(int fd, off_t at, size_t length) {
  struct stat now;
  size_t name = strlen(paths[fd]);
  if (name > 4 && strcmp(paths[fd] + name - 4, "-shm") == 0) return;
  if (fstat(fd, &now) != 0 || !S_ISREG(now.st_mode)) return;
  struct undo *one = calloc(1, sizeof *one);
  one->path = strdup(paths[fd]);
  one->dev = now.st_dev;
  one->ino = now.st_ino;
  one->at = at;
  one->size = now.st_size;
  if (at < now.st_size) {
    one->length = (size_t)(now.st_size - at) < length ? (size_t)(now.st_size - at) : length;
    one->bytes = malloc(one->length);
    int copy = real_open(one->path, O_RDONLY | O_CLOEXEC, 0);
    if (copy < 0 || pread(copy, one->bytes, one->length, at) != (ssize_t)one->length) one->length = 0;
    if (copy >= 0) real_close(copy);
  }
  one->older = undone;
  undone = one;
}

static void flushed(int fd) {
  struct stat now;
  if (fstat(fd, &now) != 0) return;
  size_t length = strlen(paths[fd]);
  for (struct undo **at = &undone; *at != NULL;) {
    struct undo *one = *at;
    int is_name = one->from != NULL && S_ISDIR(now.st_mode) &&
                  strncmp(one->path, paths[fd], length) == 0 && one->path[length] == '/' &&
                  strchr(one->path + length + 1, '/') == NULL;
    if (is_name || (one->from == NULL && one->dev == now.st_dev && one->ino == now.st_ino)) {
      *at = one->older;
      forget(one);
    } else {
      at = &one->older;
    }
  }
}

enum step { PASS, FAIL, TEAR };

static enum step step(enum kind kind) {
  if (control->fresh != 0) {
    control->fresh = 0;
    while (undone != NULL) {
      struct undo *one = undone;
      undone = one->older;
      forget(one);
    }
  }
  if (control->struck && control->blow != FAILS) {
    errno = EIO;
    return FAIL;
  }
  if ((control->kinds & kind) == 0) return PASS;
  int64_t number = ++control->seen;
  if (control->first == 0 || number < control->first) return PASS;
  if (control->blow == FAILS) {
    if (number >= control->first + control->length) return PASS;
    control->struck = 1;
    errno = control->error;
    return FAIL;
  }
  control->struck = 1;
  if (control->blow != STOPS) lose();
  if (control->blow == KILLS) kill(getpid(), SIGKILL);
  errno = EIO;
  return kind == WRITE && control->blow == STOPS ? TEAR : FAIL;
}

static ssize_t put(int fd, const void *from, size_t length, off_t at, int is_positioned) {
  pthread_mutex_lock(&lock);
  ssize_t done = -1;
  enum step next = step(WRITE);
  if (next == TEAR) {
    if (is_positioned) real_pwrite(fd, from, length / 2, at);
    else real_write(fd, from, length / 2);
    errno = EIO;
  } else if (next == PASS) {
    note(fd, is_positioned ? at : lseek(fd, 0, SEEK_CUR), length);
    done = is_positioned ? real_pwrite(fd, from, length, at) : real_write(fd, from, length);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t write(int fd, const void *from, size_t length) {
  return is_watched(fd) ? put(fd, from, length, 0, 0) : real_write(fd, from, length);
}

ssize_t pwrite64(int fd, const void *from, size_t length, off64_t at) {
  return is_watched(fd) ? put(fd, from, length, at, 1) : real_pwrite(fd, from, length, at);
}

ssize_t pwrite(int fd, const void *from, size_t length, off_t at) {
  return pwrite64(fd, from, length, at);
}

/* A file that is written in parts takes the first: the caller writes the rest. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (is_watched(fd) && count > 0) return put(fd, parts[0].iov_base, parts[0].iov_len, 0, 0);
  REAL(writev);
  return real(fd, parts, count);
}

/* The disk need not be waited for: what a flush keeps, and what is lost without one, is modelled. */
static int flush(int fd, int (*real)(int)) {
  if (!is_watched(fd)) return real(fd);
  pthread_mutex_lock(&lock);
  int done = step(FLUSH) == PASS ? 0 : -1;
  if (done == 0) flushed(fd);
  pthread_mutex_unlock(&lock);
  return done;
}

int fsync(int fd) {
  REAL(fsync);
  return flush(fd, real);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return flush(fd, real);
}

int ftruncate64(int fd, off64_t size) {
  if (!is_watched(fd)) return real_ftruncate(fd, size);
  pthread_mutex_lock(&lock);
  int done = -1;
  if (step(NAME) == PASS) {
    note(fd, size, SIZE_MAX);
    done = real_ftruncate(fd, size);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static void note_rename(const char *from, const char *to) {
  struct undo *one = calloc(1, sizeof *one);
  one->path = strdup(to);
  one->from = strdup(from);
  char kept[PATH_MAX];
  snprintf(kept, sizeof kept, "%s.kept%ld", control_file, (long)++kept_files);
  if (link(to, kept) == 0) one->kept = strdup(kept);
  one->older = undone;
  undone = one;
}

int rename(const char *from, const char *to) {
  if (!is_below(to)) return real_rename(from, to);
  pthread_mutex_lock(&lock);
  int done = -1;
  if (step(NAME) == PASS) {
    note_rename(from, to);
    done = real_rename(from, to);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

int unlink(const char *path) {
  if (!is_below(path)) return real_unlink(path);
  pthread_mutex_lock(&lock);
  int done = access(path, F_OK) != 0 || step(NAME) == PASS ? real_unlink(path) : -1;
  pthread_mutex_unlock(&lock);
  return done;
}

static int opened(const char *path, int flags, mode_t mode) {
  if (!is_below(path)) return real_open(path, flags, mode);
  pthread_mutex_lock(&lock);
  int makes = (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
  int fd = makes && step(NAME) != PASS ? -1 : real_open(path, flags, mode);
  if (fd >= 0 && fd < MOST_FILES) {
    free(paths[fd]);
    paths[fd] = strdup(path);
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

static mode_t mode_of(int flags, va_list more) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
}

int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = mode_of(flags, more);
  va_end(more);
  return opened(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = mode_of(flags, more);
  va_end(more);
  return opened(path, flags, mode);
}

int close(int fd) {
  if (is_watched(fd)) {
    pthread_mutex_lock(&lock);
    free(paths[fd]);
    paths[fd] = NULL;
    pthread_mutex_unlock(&lock);
  }
  return real_close(fd);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(clock_gettime);
  int done = real(clock, now);
  if (done == 0 && clock == CLOCK_REALTIME && control != NULL && control->ahead != 0) {
    int64_t nanos = now->tv_nsec + control->ahead % 1000 * 1000000;
    now->tv_sec += control->ahead / 1000 + (nanos >= 1000000000) - (nanos < 0);
    now->tv_nsec = nanos - (nanos >= 1000000000) * 1000000000L + (nanos < 0) * 1000000000L;
  }
  return done;
}
